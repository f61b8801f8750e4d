using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Pettitt's test for one change of level (Pettitt, "A non-parametric approach to the change-point problem", Applied Statistics
/// 28, 1979), with a permutation p-value, because his approximation is rough for ten values. <see cref="SteadyState"/> runs the
/// test on the trials of a point. Equal values give an equal p-value, since the draws have a fixed seed.
/// </summary>
/// <param name="Index">Index of the first value at the new level within its block, from 0.</param>
/// <param name="P">The probability of a change at least as large if the order of the values were random.</param>
public sealed record ChangePoint(int Index, double P)
{
    /// <summary>Finds the most likely change.</summary>
    /// <param name="series">Values in the order of time.</param>
    public static ChangePoint Of(IReadOnlyList<double> series) => OfBlocks([series]);

    /// <summary>
    /// Finds the most likely change at one place of all blocks. The statistics of the blocks at a place add up.
    /// </summary>
    /// <param name="blocks">Values of each block in the order of time.</param>
    public static ChangePoint OfBlocks(IReadOnlyList<IReadOnlyList<double>> blocks)
    {
        int longest = blocks.Max(block => block.Count);
        if (longest < 2)
        {
            return new ChangePoint(0, 1);
        }

        double[] ranks = [.. blocks.SelectMany(block => Ranks.Of(block))];
        int[] bounds = Permutations.BoundsOf(blocks);
        double[] course = new double[longest];
        return new ChangePoint(
            Largest(ranks, bounds, course).Index,
            Permutations.P(ranks, bounds, values => Largest(values, bounds, course).Statistic));
    }

    /// <summary>
    /// Finds t with the largest |U_t|, U_t = 2 (sum of the first t ranks) - t (n + 1), summed over the blocks.
    /// </summary>
    /// <param name="ranks">Ranks within each block.</param>
    /// <param name="bounds">Where the blocks begin, and the number of ranks.</param>
    /// <param name="course">Work space as long as the longest block; its content is overwritten.</param>
    [MethodImpl(Compiled.AtOnce)]
    private static (int Index, double Statistic) Largest(double[] ranks, int[] bounds, double[] course)
    {
        Array.Clear(course);
        for (int block = 1; block < bounds.Length; block++)
        {
            int first = bounds[block - 1];
            int length = bounds[block] - first;
            double sum = 0;
            for (int t = 1; t < length; t++)
            {
                sum += ranks[first + t - 1];
                course[t] += (2 * sum) - (t * (length + 1.0));
            }
        }

        (int Index, double Statistic) largest = (1, -1);
        for (int t = 1; t < course.Length; t++)
        {
            double u = Math.Abs(course[t]);
            largest = u > largest.Statistic ? (t, u) : largest;
        }

        return largest;
    }
}
