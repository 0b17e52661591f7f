// SPDX-License-Identifier: Apache-2.0
#pragma once
// Boost.Spirit X3 with names of expected tokens for error messages.
#include <boost/spirit/home/x3.hpp>
#include <string>

#ifdef __clang__
// `a >> b > c` is how X3 spells "a, then b, then without fail c".
#pragma clang diagnostic ignored "-Woverloaded-shift-op-parentheses"
#endif

// X3 names rules and literals; these specializations also name wrapped ones.
namespace boost::spirit::x3 {

template <class Subject, class Action> struct get_info<action<Subject, Action>> {
  using result_type = std::string;
  std::string operator()(const action<Subject, Action>& p) const { return what(p.subject); }
};
template <class Subject> struct get_info<plus<Subject>> {
  using result_type = std::string;
  std::string operator()(const plus<Subject>& p) const { return what(p.subject); }
};
template <class Left, class Right> struct get_info<list<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const list<Left, Right>& p) const { return what(p.left); }
};
template <class Left, class Right> struct get_info<sequence<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const sequence<Left, Right>& p) const { return what(p.left); }
};
template <class Left, class Right> struct get_info<alternative<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const alternative<Left, Right>& p) const { return what(p.left) + " or " + what(p.right); }
};

}  // namespace boost::spirit::x3
