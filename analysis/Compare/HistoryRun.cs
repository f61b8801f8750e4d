namespace DbIngest.Analysis.Compare;

/// <summary>A result folder of a <see cref="History"/>. Points of its lines refer to it by its index.</summary>
/// <param name="Folder">The folder as it was given.</param>
/// <param name="StartedUtc">Start of its sweep.</param>
/// <param name="Commit">Commit of the program that measured.</param>
/// <remarks><see cref="History"/> creates one per folder. JSON states the members, so none may be renamed.</remarks>
public sealed record HistoryRun(string Folder, DateTimeOffset StartedUtc, string Commit)
{
    /// <summary>Level of the intervals of its points.</summary>
    internal double Confidence { get; init; }

    /// <summary>Date and commit, in 18 characters at most: <c>2026-11-03 ab12cd3</c>.</summary>
    internal string Words =>
        FormattableString.Invariant($"{StartedUtc:yyyy-MM-dd} {Commit[..Math.Min(7, Commit.Length)]}").TrimEnd();
}
