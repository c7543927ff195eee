// A folder whose files are segments of one session: compactions into a new file, resumes and forks
// leave such folders behind. Files are put in order by what their lines say (parents, session ids,
// the session that a fork came from), never by their names.
#pragma once

#include <string>

#include "core/session.h"

namespace holdfast {

inline constexpr std::size_t kFolderFilesMax = 4096;

// The chain of segments that ends in the newest one, read as one stream. Files of other sessions,
// of other branches and of sub-agents, files that are no session, and folders inside are left out
// and counted in the notes. Errors: a file cannot be read, no file is a session, or the folder
// holds several sessions and none of them has more segments than every other.
Result<Session> read_session_folder(const std::string& path);

}  // namespace holdfast
