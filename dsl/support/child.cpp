// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/child.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

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

int say_result(const std::function<std::string()>& work, int pipe) {
  try {
    say(pipe, work());
    return 0;
  } catch (const Error& e) {
    say(pipe, e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  } catch (const std::exception& e) { say(pipe, e.what()); }
  return static_cast<int>(ExitCode::bug);
}

}  // namespace

Child::Child(const std::function<std::string()>& work, unsigned seconds) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) bug("cannot make a pipe");
  std::optional<ForkedProcess> process = ForkedProcess::start([&] {
    ::close(ends[0]);
    ::alarm(seconds);
    return say_result(work, ends[1]);
  });
  if (!process) bug("cannot start a process");
  ::close(ends[1]);
  process_.emplace(*std::move(process));
  pipe_ = ends[0];
}

Child::~Child() {
  if (pipe_ < 0) return;
  process_->kill();
  wait();  // for programs that it started too: they have the other end of the pipe
}

Child::End Child::wait() {
  End out;
  std::array<char, 4096> some{};
  for (ssize_t n = 0; (n = ::read(pipe_, some.data(), some.size())) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) out.said.append(some.data(), static_cast<std::size_t>(n));
  ::close(std::exchange(pipe_, -1));
  out.status = process_->wait().status();
  return out;
}

}  // namespace tessera
