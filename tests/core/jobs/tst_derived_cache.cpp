#include "core/jobs/derived_cache.h"

#include <QtTest>

#include <atomic>
#include <thread>

using namespace vitrine;

class TestDerivedCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesAValueOnce();
    void keepsTypesApart();
    void dropsWhatWasUsedLongestAgo();
    void keepsNothingThatIsLargerThanTheLimit();
    void keepsNoNullAndNoException();
    void letsOthersWaitForTheFirst();
    void doesNotHoldAStoppedRun();
};

namespace {

using Derived = DerivedCache::Value;

std::function<Derived()> maker(int number, std::int64_t bytes, std::atomic<int>* calls = nullptr) {
    return [=]() -> Derived {
        if (calls)
            ++*calls;
        return {std::make_shared<const int>(number), bytes};
    };
}

int get(DerivedCache& cache, const char* key, const std::function<Derived()>& make) {
    const auto value = cache.get(key, typeid(int), {}, make);
    return value ? *std::static_pointer_cast<const int>(value) : -1;
}

} // namespace

void TestDerivedCache::makesAValueOnce() {
    DerivedCache cache;
    std::atomic<int> calls = 0;
    QCOMPARE(get(cache, "a", maker(1, 10, &calls)), 1);
    QCOMPARE(get(cache, "a", maker(2, 10, &calls)), 1);
    QCOMPARE(calls.load(), 1);
    QCOMPARE(cache.bytes(), std::int64_t(10));
}

void TestDerivedCache::keepsTypesApart() {
    DerivedCache cache;
    get(cache, "a", maker(1, 1));
    const auto text = cache.get("a", typeid(std::string), {}, []() -> Derived {
        return {std::make_shared<const std::string>("s"), 1};
    });
    QCOMPARE(*std::static_pointer_cast<const std::string>(text), std::string("s"));
    QCOMPARE(cache.count(), std::size_t(2));
}

void TestDerivedCache::dropsWhatWasUsedLongestAgo() {
    DerivedCache cache(100);
    get(cache, "a", maker(1, 40));
    get(cache, "b", maker(2, 40));
    get(cache, "a", maker(9, 40)); // used again
    get(cache, "c", maker(3, 40)); // b goes
    QCOMPARE(cache.bytes(), std::int64_t(80));
    QCOMPARE(get(cache, "a", maker(7, 40)), 1);
    QCOMPARE(get(cache, "b", maker(8, 40)), 8);
}

void TestDerivedCache::keepsNothingThatIsLargerThanTheLimit() {
    DerivedCache cache(100);
    QCOMPARE(get(cache, "a", maker(1, 101)), 1);
    QCOMPARE(cache.bytes(), std::int64_t(0));
    QCOMPARE(cache.count(), std::size_t(0));
}

void TestDerivedCache::keepsNoNullAndNoException() {
    DerivedCache cache;
    QCOMPARE(get(cache, "a", [] { return Derived{}; }), -1);
    QVERIFY_EXCEPTION_THROWN(get(cache, "a", []() -> Derived { throw std::runtime_error("no"); }), std::runtime_error);
    QCOMPARE(get(cache, "a", maker(5, 1)), 5);
    QCOMPARE(cache.count(), std::size_t(1));
}

void TestDerivedCache::letsOthersWaitForTheFirst() {
    DerivedCache cache;
    std::atomic<int> calls = 0;
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                right += get(cache, "a", [&]() -> Derived {
                             ++calls;
                             std::this_thread::sleep_for(std::chrono::milliseconds(50));
                             return {std::make_shared<const int>(6), 1};
                         }) == 6;
            });
    }
    QCOMPARE(calls.load(), 1);
    QCOMPARE(right.load(), 4);
}

void TestDerivedCache::doesNotHoldAStoppedRun() {
    DerivedCache cache;
    std::stop_source hold;
    std::atomic<bool> started = false;
    std::jthread maker([&] {
        get(cache, "a", [&]() -> Derived {
            started = true;
            while (!hold.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return {std::make_shared<const int>(1), 1};
        });
    });
    while (!started)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::stop_source stop;
    stop.request_stop();
    // A stopped run must not wait for another one's work; its own make gives up.
    QVERIFY(!cache.get("a", typeid(int), stop.get_token(), [] { return Derived{}; }));
    hold.request_stop();
}

QTEST_GUILESS_MAIN(TestDerivedCache)
#include "tst_derived_cache.moc"
