// Progress of long work on standard error: a bar on a terminal, a plain line now and then
// elsewhere.
#pragma once

#include "harness/campaign.h"

namespace holdfast {

class ProgressLine {
 public:
  // `time_s` is the budget where no number of cases is given.
  explicit ProgressLine(double time_s);
  void show(const CampaignProgress& progress);
  // Clears the bar.
  void finish();

 private:
  double time_s_;
  bool terminal_;
  double shown_at_s_ = 0;
};

}  // namespace holdfast
