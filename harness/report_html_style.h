// The style sheet of the HTML reports; the classes are used by harness/report_html*.cpp alone.
#pragma once

#include <string_view>

namespace holdfast {

std::string_view report_style();

}  // namespace holdfast
