// The frame of every HTML report: one file, no script, no network (a content security policy says
// so to the browser), light and dark, made for paper, keyboard and a narrow screen as well.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report_facts.h"

namespace holdfast::html_page {

struct Section {
  std::string id;     // of the anchor
  std::string title;  // text, not yet escaped
  std::string body;   // HTML
};

// The whole document. Sections with an empty body are left out.
std::string document(std::string_view title, std::string_view head,
                     const std::vector<Section>& sections, std::string_view foot);

// The headline with its sentences, and the grounds for believing it.
std::string head(Standing standing, std::string_view kicker, std::string_view headline,
                 std::string_view summary, const std::vector<ReportGround>& grounds);

// A few numbers side by side: label and value, both text.
std::string numbers(const std::vector<std::pair<std::string, std::string>>& list);

// A box that scrolls sideways and can be reached by keyboard.
std::string scrolling(std::string_view label, std::string_view body);
// Folded away until somebody opens it; open on paper it is not, so nothing essential goes here.
std::string folded(std::string_view summary, std::string_view body);

// A command to copy.
std::string command(std::string_view line);

}  // namespace holdfast::html_page
