// Included before everything else when clang 14 compiles us. In C++20, libstdc++ 12 makes std::vector
// constexpr; clang 14 then wants the element complete where a vector is only moved, and LibTorch 1.13 does
// that with c10::IValue (ATen/core/List.h). So <vector> is read here without constexpr, which nothing of ours
// or of LibTorch needs.
#include <memory>
#include <string>
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
// <bits/stl_algobase.h> has declared this one, for std::fill over vector<bool>, constexpr already.
#define __fill_a1 gbho_unused_fill
#include <vector>
#undef __fill_a1
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr
