namespace DbIngest.Analysis.Compare;

/// <summary>A change point of a <see cref="HistoryLine"/>.</summary>
/// <param name="Run">Index of the first folder at the new level in <see cref="History.Runs"/>.</param>
/// <param name="Ratio">
/// Throughput after / throughput before, each up to the neighbouring change point. Below 1, the throughput fell.
/// </param>
/// <param name="P">P-value of the permutation test that found the change point.</param>
/// <param name="Together">
/// Other differences between the last folder before the change and the first one after it, such as the server.
/// </param>
/// <remarks>
/// <see cref="History"/> creates one per split of a line that <c>EDivisive</c> finds. Tables, figures and JSON show it. JSON
/// states the members, so none may be renamed.
/// </remarks>
public sealed record HistoryChange(int Run, double Ratio, double P, IReadOnlyList<string> Together)
{
    /// <summary>The change in words: <c>8.1 % slower, p = 0.0012</c>.</summary>
    internal string Words => FormattableString.Invariant(
        $"{Math.Abs(Ratio - 1) * 100:0.0} % {(Ratio < 1 ? "slower" : "faster")}, {Text.NumberText.P(P)}");
}
