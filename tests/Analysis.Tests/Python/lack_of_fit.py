"""Lack of fit of a line (Draper, Smith, Applied Regression Analysis), independent of the program: fractions for all sums,
and closed forms where the numerator has 2 degrees of freedom. LackOfFitTests and AdviceDiskTests have the printed numbers.

python3 tests/Analysis.Tests/Python/lack_of_fit.py
"""
from fractions import Fraction as Q
from math import sqrt


def fit(groups):
    points = [(Q(x), Q(y)) for x, values in groups for y in values]
    n, m = len(points), len(groups)
    mean_x = sum(x for x, _ in points) / n
    mean_y = sum(y for _, y in points) / n
    sxx = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sxx
    means = [(Q(x), sum(map(Q, values)) / len(values), values) for x, values in groups]
    lack = sum(len(values) * (mean - mean_y - slope * (x - mean_x)) ** 2 for x, mean, values in means)
    pure = sum((Q(y) - mean) ** 2 for _, mean, values in means for y in values)
    assert m == 4
    f = None if pure == 0 else (lack / 2) / (pure / (n - m))

    # P(F > f) of 2 and d degrees of freedom is (1 + 2 f / d)^(-d / 2); the 97.5 % quantile of t on 2 is closed as well.
    p = 0 if f is None else (1 + 2 * float(f) / (n - m)) ** (-(n - m) / 2)
    t = 0.95 * sqrt(2 / (1 - 0.95 ** 2))
    return {"slope": float(slope), "lack": float(lack), "pure": float(pure), "F": f and float(f), "p": p,
            "half": t * sqrt(lack / 2 / sxx)}


if __name__ == "__main__":
    print("bent", fit([(1, [10, 11, 12]), (2, [19, 20, 21]), (3, [24, 25, 26]), (4, [38, 39, 40])]))
    print("straight", fit([(1, [10, 13, 16]), (2, [17, 20, 23]), (3, [28, 31, 34]), (4, [36, 39, 42])]))
    extent = 16 * 2 ** 20
    print("extents", fit([(100_000 * i, [extent * files] * 10) for i, files in [(1, 1), (2, 2), (3, 2), (4, 3)]]))
