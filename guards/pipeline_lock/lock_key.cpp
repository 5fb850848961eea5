// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/lock_key.h"

#include <openssl/evp.h>

#include <cstddef>
#include <stdexcept>

namespace racewindow::pipeline_lock {

std::array<unsigned char, 32> sha256(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available");
  }
  return digest;
}

std::int64_t project_id_to_lock_key(std::string_view project_id) {
  const auto digest = sha256(project_id);
  std::uint64_t key = 0;
  for (std::size_t n = 0; n < sizeof key; ++n) key = key << 8U | digest[n];
  return static_cast<std::int64_t>(key);
}

}  // namespace racewindow::pipeline_lock
