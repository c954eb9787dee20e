#include "tests/plugins/intruder_threshold/reference_cases.h"

#include "tests/support/tensor_fixture.h"

#include <QDebug>

#include <algorithm>
#include <array>
#include <cmath>

const std::vector<ReferenceCase>& referenceCases() {
    static const std::vector<ReferenceCase> cases = [] {
        const QString folder = QStringLiteral(VITRINE_TEST_DATA "/intruder_reference/");
        std::map<std::string, Eigen::MatrixXd> tensors;
        for (const char* type : {"f64", "f32", "f16", "bf16"}) {
            const TensorFixture file(folder + QLatin1String("matrices_") + QLatin1String(type) +
                                     QLatin1String(".safetensors"));
            tensors.insert(file.all().begin(), file.all().end());
        }
        std::vector<ReferenceCase> all;
        const nlohmann::json file = jsonFixture(folder + QLatin1String("expected.json"));
        for (const auto& entry : file.at("cases")) {
            const auto name = entry.at("name").get<std::string>();
            all.push_back({name, tensors.at(name + ".W"), tensors.at(name + ".B"), tensors.at(name + ".A"),
                           entry.at("gamma").get<double>(), entry});
        }
        return all;
    }();
    return cases;
}

bool close(double actual, double expected, double tolerance, const std::string& what, double floor) {
    const double allowed = tolerance * std::max(std::abs(expected), floor);
    if (actual == expected || std::abs(actual - expected) <= allowed)
        return true;
    qWarning().noquote() << QString::fromStdString(what) << "is" << QString::number(actual, 'g', 17) << "instead of"
                         << QString::number(expected, 'g', 17) << "off by" << std::abs(actual - expected) << "allowed"
                         << allowed;
    return false;
}
