// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "dsl/support/diagnostic.hpp"

namespace tessera {
namespace {

constexpr std::size_t longest = 60 << 10;  // a pipe holds that much while nobody reads

void say(int pipe, const std::string& text) {
  const std::size_t length = std::min(text.size(), longest);
  for (std::size_t done = 0; done < length;) {
    const ssize_t written = ::write(pipe, text.data() + done, length - done);
    if (written <= 0) std::_Exit(static_cast<int>(ExitCode::bug));
    done += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void work_and_end(const std::function<std::string()>& work, int pipe) {
  int status = static_cast<int>(ExitCode::bug);
  try {
    say(pipe, work());
    status = 0;
  } catch (const Error& e) {
    say(pipe, e.diagnostic().render());
    status = static_cast<int>(e.exit_code());
  } catch (const std::exception& e) { say(pipe, e.what()); }
  std::_Exit(status);
}

}  // namespace

Child::Child(const std::function<std::string()>& work, unsigned seconds) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) bug("cannot make a pipe");
  process_ = ::fork();
  if (process_ < 0) bug("cannot start a process");
  if (process_ == 0) {
    ::close(ends[0]);
    ::alarm(seconds);
    work_and_end(work, ends[1]);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
}

Child::~Child() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  wait();
}

Child::End Child::wait() {
  End out;
  std::array<char, 4096> some{};
  for (ssize_t n = 0; (n = ::read(pipe_, some.data(), some.size())) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) out.said.append(some.data(), static_cast<std::size_t>(n));
  ::close(pipe_);
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0)
    if (errno != EINTR) bug("cannot wait for a process");
  process_ = -1;
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return out;
}

}  // namespace tessera
