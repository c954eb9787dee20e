#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

/// The 26 cases of tests/data/intruder_reference: matrices decoded to double and the numbers expected of them.
struct ReferenceCase {
    std::string name;
    Eigen::MatrixXd w; ///< m x n
    Eigen::MatrixXd b; ///< m x r
    Eigen::MatrixXd a; ///< r x n
    double gamma = 1.0;
    nlohmann::json expected;
};

const std::vector<ReferenceCase>& referenceCases();

/// |actual - expected| <= tolerance max(|expected|, floor); says what was compared when it is not so.
bool close(double actual, double expected, double tolerance, const std::string& what, double floor = 0.0);
