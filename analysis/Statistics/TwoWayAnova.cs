using MathNet.Numerics.LinearAlgebra;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Two-way analysis of variance with interaction, by least squares. Sums of squares are sequential (type I, as R's <c>aov(y ~ a *
/// b)</c>): a first, then b given a, then the interaction given both. With equal cells the order does not matter.
/// <c>AcrossPoints</c> runs it over databases and N.
/// </summary>
/// <param name="A">
/// Effect of the first factor. With several blocks it is tested against the variance between the blocks of its levels.
/// </param>
/// <param name="B">Effect of the second factor, given the first.</param>
/// <param name="Interaction">Null when missing cells leave no degree of freedom for it.</param>
/// <param name="Residual">Variance within the cells.</param>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record TwoWayAnova(AnovaEffect A, AnovaEffect B, AnovaEffect? Interaction, AnovaResidual Residual)
{
    /// <summary>Analyses a table of cells; cells may be missing or of unequal size.</summary>
    /// <param name="values">Values, each with its level of either factor; levels are any numbers.</param>
    /// <param name="a">Name of the first factor.</param>
    /// <param name="b">Name of the second factor.</param>
    /// <param name="blocks">
    /// The block of each value, of which a level of the first factor has one or more; null for values without blocks.
    /// </param>
    /// <returns>
    /// Null when a factor has one level only, no cell varies, or missing cells split the table into parts that share no level:
    /// the effects cannot be separated then.
    /// </returns>
    /// <remarks>
    /// The effects of b solve the reduced normal equations with the effects of a eliminated (Searle, "Linear Models for
    /// Unbalanced Data", 1987, ch. 4). Each sum of squares is then a sum of squares of fitted values, not a difference of two
    /// sums. A block shifts its values at every level of the second factor alike. So blocks repeat the first factor, as the whole
    /// plots of a split-plot design do (Yates, "Complex experiments", 1935), and their values do not.
    /// </remarks>
    public static TwoWayAnova? Of(IReadOnlyList<(long A, long B, double Value)> values, string a = "a", string b = "b",
        IReadOnlyList<int?>? blocks = null)
    {
        var cells = values.GroupBy(value => (value.A, value.B)).ToList();
        var rows = Index(values.Select(value => value.A));
        var columns = Index(values.Select(value => value.B));
        if (rows.Count < 2 || columns.Count < 2 || !IsConnected([.. cells.Select(cell => cell.Key)]))
        {
            return null;
        }

        double[][] centred = SampleGroups.Centred([.. cells.Select(cell => cell.Select(value => value.Value).ToArray())]);
        var table = new Table(rows.Count, columns.Count);
        double within = 0;
        foreach (var (cell, sample) in cells.Zip(centred.Select(SampleStatistics.Of)))
        {
            table.Set(rows[cell.Key.A], columns[cell.Key.B], sample);
            within += SampleGroups.Squares(sample);
        }

        if (within == 0)
        {
            return null;
        }

        var residual = AnovaResidual.Of(values.Count - cells.Count, within);
        double mean = CompensatedSum.Of(centred.SelectMany(cell => cell)) / values.Count;
        var (squaresA, squaresB, squaresAB) = table.Squares(mean);
        double total = squaresA + squaresB + squaresAB + within;
        int interaction = cells.Count - rows.Count - columns.Count + 1;
        return new TwoWayAnova(
            AnovaEffect.Of(a, rows.Count - 1, squaresA, BetweenBlocks(values, blocks ?? []) ?? residual, total),
            AnovaEffect.Of(b, columns.Count - 1, squaresB, residual, total),
            interaction == 0 ? null : AnovaEffect.Of($"{a} x {b}", interaction, squaresAB, residual, total),
            residual);
    }

    /// <summary>
    /// The variance between the blocks of each level of the first factor, by their mean distances from the cells. Null without
    /// two blocks of a level.
    /// </summary>
    private static AnovaResidual? BetweenBlocks(IReadOnlyList<(long A, long B, double Value)> values, IReadOnlyList<int?> blocks)
    {
        var means = values.GroupBy(value => (value.A, value.B))
            .ToDictionary(cell => cell.Key, cell => cell.Average(value => value.Value));
        var repeated = values.Zip(blocks, (value, block) =>
                (value.A, Block: block, Distance: value.Value - means[(value.A, value.B)]))
            .GroupBy(value => (value.A, value.Block))
            .Select(block => (block.Key.A, N: block.Count(), Mean: block.Average(value => value.Distance))).ToList();
        int degrees = repeated.Count - repeated.Select(block => block.A).Distinct().Count();
        double squares = CompensatedSum.Of(repeated.Select(block => block.N * block.Mean * block.Mean));
        return degrees > 0 && squares > 0 ? AnovaResidual.Of(degrees, squares) : null;
    }

    private static Dictionary<long, int> Index(IEnumerable<long> levels) =>
        levels.Distinct().Order().Select((level, index) => (level, index)).ToDictionary(pair => pair.level, pair => pair.index);

    /// <summary>True when every cell can be reached from the first by steps within a row or a column.</summary>
    private static bool IsConnected(HashSet<(long A, long B)> cells)
    {
        var open = new Queue<(long A, long B)>([cells.First()]);
        cells.Remove(open.Peek());
        while (open.TryDequeue(out var from))
        {
            foreach (var cell in cells.Where(cell => cell.A == from.A || cell.B == from.B).ToList())
            {
                cells.Remove(cell);
                open.Enqueue(cell);
            }
        }

        return cells.Count == 0;
    }

    /// <summary>Sizes and means of the cells.</summary>
    private sealed class Table(int rows, int columns)
    {
        private readonly double[,] _n = new double[rows, columns];
        private readonly double[,] _means = new double[rows, columns];

        private IEnumerable<int> Rows => Enumerable.Range(0, rows);

        private IEnumerable<int> Columns => Enumerable.Range(0, columns);

        public void Set(int row, int column, SampleStatistics sample) =>
            (_n[row, column], _means[row, column]) = (sample.N, sample.Mean);

        public (double A, double B, double Interaction) Squares(double mean)
        {
            double[] sizes = [.. Rows.Select(i => Columns.Sum(j => _n[i, j]))];
            double[] rowMeans = [.. Rows.Select(i => CompensatedSum.Of(Columns.Select(j => _n[i, j] * _means[i, j])) / sizes[i])];
            double[] effects = ColumnEffects(sizes, rowMeans);
            double[] offsets = [.. Rows.Select(i => CompensatedSum.Of(Columns.Select(j => _n[i, j] * effects[j])) / sizes[i])];
            var cells = Rows.SelectMany(i => Columns.Select(j => (I: i, J: j))).ToList();
            double Sum(Func<int, int, double> deviation) => CompensatedSum.Of(
                cells.Select(cell => _n[cell.I, cell.J] * deviation(cell.I, cell.J) * deviation(cell.I, cell.J)));
            return (
                Sum((i, _) => rowMeans[i] - mean),
                Sum((i, j) => effects[j] - offsets[i]),
                Sum((i, j) => _means[i, j] - rowMeans[i] - effects[j] + offsets[i]));
        }

        /// <summary>The effects of the columns; the last one is 0.</summary>
        private double[] ColumnEffects(double[] sizes, double[] rowMeans)
        {
            var matrix = Matrix<double>.Build.Dense(columns - 1, columns - 1, (j, k) =>
                (j == k ? CompensatedSum.Of(Rows.Select(i => _n[i, j])) : 0)
                - CompensatedSum.Of(Rows.Select(i => _n[i, j] * _n[i, k] / sizes[i])));
            var right = Vector<double>.Build.Dense(
                columns - 1, j => CompensatedSum.Of(Rows.Select(i => _n[i, j] * (_means[i, j] - rowMeans[i]))));
            return [.. matrix.Cholesky().Solve(right), 0];
        }
    }
}
