namespace DbIngest.Analysis.Publish;

/// <summary>
/// A row of <see cref="ResultTable"/>: one point or one search of one result. <see cref="ResultPage"/> writes it, and its style
/// goes by <paramref name="State"/>.
/// </summary>
/// <param name="Folder">Name of the result's copy.</param>
/// <param name="State"><c>whole</c>, <c>broken</c> (a rule), <c>invalid</c> (an audit) or <c>missing</c> (no figures).</param>
/// <param name="Cells">A cell per column.</param>
internal sealed record ResultRow(string Folder, string State, IReadOnlyList<ResultCell> Cells);

/// <summary>A cell of <see cref="ResultRow"/>.</summary>
/// <param name="Text">What a reader sees.</param>
/// <param name="Sort">The number to sort by; null sorts by the text.</param>
/// <param name="Choice">What a reader chooses rows by; null for the text.</param>
internal readonly record struct ResultCell(string Text, double? Sort, string? Choice = null);
