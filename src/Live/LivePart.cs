namespace DbIngest.Live;

/// <summary>
/// The latest state of one part of the live page. <see cref="LiveBoard"/> makes a new one at each change. Immutable.
/// </summary>
/// <param name="Version">Counts all parts that were published, so that a browser gets each state once.</param>
/// <param name="Json">The id and the markup of the part as JSON: one line.</param>
internal sealed record LivePart(long Version, string Json);
