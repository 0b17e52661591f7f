#include "schedules/prefetch.hpp"

#include "dsl/rewrite/primitives.hpp"

namespace tessera::schedules {

std::int64_t elements_of_line(const Proc& p, const std::string& buffer) {
  constexpr std::int64_t bytes = 64;
  return bytes / ir::byte_size(p.find_alloc_or_arg(buffer).type().scalar);
}

Proc prefetch(Proc p, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget& target) {
  const Proc* instruction = target.with_role("prefetch");
  if (!instruction) return p;
  for (const std::string& window : windows)
    p = insert_noop_call(p, p.forward(statement).before(), *instruction, {window});
  return p;
}

Proc prefetch_ahead(Proc p, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget& target) {
  const Proc* instruction = target.with_role(cache == Into::second ? "prefetch_ahead_l2" : "prefetch_ahead");
  if (!instruction) return p;
  return insert_noop_call(p, p.forward(statement).before(), *instruction, {window, elements});
}

}  // namespace tessera::schedules
