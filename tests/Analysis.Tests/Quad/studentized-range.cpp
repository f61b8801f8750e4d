// The distribution of the studentized range in 113-bit arithmetic (libquadmath), by another rule than the product's: composite
// Gauss-Legendre quadrature over panels of the natural variables, with erfcq. Prints each value with panels of one width and of half
// of it: the digits that both share hold.
//
//     g++ -O2 -std=gnu++17 studentized-range.cpp -lquadmath -o studentized-range && ./studentized-range
#include <cstdio>
#include <quadmath.h>
#include <vector>

using real = __float128;
static const int Order = 40;
static std::vector<real> X(Order), W(Order);

static void nodes() {
    for (int i = 0; i < Order; i++) {
        real x = cosq(M_PIq * (i + 0.75Q) / (Order + 0.5Q)), slope = 0;
        for (int step = 0; step < 100; step++) {
            real p0 = 1, p1 = x;
            for (int n = 2; n <= Order; n++) { real p = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n; p0 = p1; p1 = p; }
            slope = Order * (x * p1 - p0) / (x * x - 1);
            real move = p1 / slope;
            x -= move;
            if (fabsq(move) < 1e-33Q) break;
        }
        X[i] = x;
        W[i] = 2 / ((1 - x * x) * slope * slope);
    }
}

template <class F> static real integral(F f, real low, real high, real width) {
    int panels = (int)ceilq((high - low) / width);
    real half = (high - low) / panels / 2, sum = 0;
    for (int p = 0; p < panels; p++)
        for (int i = 0; i < Order; i++) sum += W[i] * f(low + half * (2 * p + 1 + X[i]));
    return sum * half;
}

static real above(real z) { return erfcq(z / sqrtq(2)) / 2; }

// k integral of phi(u + w/2) (Phi(u + w/2) - Phi(u - w/2))^(k-1) du
static real range(real w, int k, real width) {
    return k * integral([&](real u) {
        real a = u + w / 2, b = u - w / 2;
        real between = b > 0 ? above(b) - above(a) : above(-a) - above(-b);
        if (a > 0 && b <= 0) between = 1 - above(a) - above(-b);
        return expq(-a * a / 2) / sqrtq(2 * M_PIq) * powq(fabsq(between), k - 1);
    }, -13 - w / 2, 13, width);
}

// integral of 2 (v/2)^(v/2) / Gamma(v/2) s^(v-1) exp(-v s^2 / 2) R(q s) ds, with s = u^2 so that s^(v-1) is smooth at 0 for v of 1/2, too
static real cdf(real q, int k, real v, real width) {
    real constant = logq(2) + v / 2 * logq(v / 2) - lgammaq(v / 2);
    real end = sqrtq(1 + 16 / sqrtq(v));
    return integral([&](real u) {
        real s = u * u;
        real log = constant + (v - 1) * logq(s) - v * s * s / 2;
        return log < -90 ? (real)0 : 2 * u * expq(log) * range(q * s, k, width * 4);
    }, 0, end, width);
}

int main() {
    nodes();
    double cases[][3] = {{1, 10, 10}, {0.1, 20, 10}, {0.1, 20, 20}, {0.1, 20, 50}, {0.1, 20, 120}, {0.1, 10, 100}, {3.5, 3, 10},
        {1, 3, 3}, {2, 5, 7.5}, {4, 20, 20}, {1, 20, 5}, {2, 50, 30}, {0.5, 4, 60}, {6, 33, 396}, {10, 100, 7}, {2, 2, 1}, {1, 10, 4}, {1, 10, 40}, {8, 10, 2}};
    for (auto& c : cases) {
        char coarse[64], fine[64];
        quadmath_snprintf(coarse, 64, "%.25Qe", cdf(c[0], (int)c[1], c[2], 0.25Q));
        quadmath_snprintf(fine, 64, "%.25Qe", cdf(c[0], (int)c[1], c[2], 0.125Q));
        printf("%g\t%g\t%g\t%s\t%s\n", c[0], c[1], c[2], coarse, fine);
        fflush(stdout);
    }
}
