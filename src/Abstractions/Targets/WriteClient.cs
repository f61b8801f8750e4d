using DbIngest.Abstractions.Operations;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Names a write path of a database for <c>--client</c>. A <see cref="TargetDefinition"/> lists all of its write paths, also
/// those that this build leaves out, and the command line checks the user's choice against the list before anything is opened.
/// Journals contain the names, so none may be renamed.
/// </summary>
/// <param name="Name"><see cref="Wire"/> or <see cref="Driver"/>, or another name if a database has more.</param>
public sealed record WriteClient(string Name)
{
    /// <summary>The value of <see cref="SeriesAre"/> of a relational database.</summary>
    public const string IndexedSeries = "an integer column, with an index on source, series and timestamp";

    /// <summary>DbIngest's own client of the database's protocol.</summary>
    public const string Wire = "wire";

    /// <summary>The vendor's .NET driver.</summary>
    public const string Driver = "driver";

    /// <summary>True for the write path that applies without <c>--client</c>.</summary>
    public bool IsDefault { get; init; }

    /// <summary>
    /// The single-record operations of its writers: they implement <see cref="IRecordReads"/>, <see cref="IRecordOperations"/> or
    /// <see cref="IConditionalUpdates"/> accordingly.
    /// </summary>
    public RecordOperations Operations { get; init; }

    /// <summary>True if its writers implement <see cref="IAsyncOperations"/>.</summary>
    public bool IsAsync { get; init; }

    /// <summary>
    /// The operations that its writers send and receive in two calls: they implement <see cref="ISplitOperations"/>. Among
    /// <see cref="RecordOperations.ReadsAndWrites"/>.
    /// </summary>
    public RecordOperations SplitOperations { get; init; }

    /// <summary>True if its writers also send and receive batches in two calls.</summary>
    public bool SplitsBatches { get; init; }

    /// <summary>
    /// The form in which it stores the series of a record (<see cref="Records.RecordSchema.SeriesColumn"/>), as a phrase for
    /// results. Null if it would store the series as one more measured value, so that <c>--series</c> is refused.
    /// </summary>
    public string? SeriesAre { get; init; }

    /// <summary>
    /// True if its writers tell whether a deletion found its record (<see cref="IRecordOperations.LastDeleteFound"/>). A service
    /// then answers 404 where there was none.
    /// </summary>
    public bool TellsAbsence { get; init; }

    /// <summary>True if its writers implement <see cref="IRequestLedger"/>, and its target creates the ledger.</summary>
    public bool KeepsLedger { get; init; }

    /// <summary>True if it has single-record operations, so that a mix may choose it.</summary>
    public bool IsKeyed => Operations != RecordOperations.None;

    /// <summary>The vendor's package. Null if there is none or a build cannot select its version.</summary>
    public DriverPackage? Package { get; init; }

    /// <summary>The command that builds the write path in, as the end of a sentence. Null if this build has it.</summary>
    public string? Remedy { get; init; }

    /// <summary>True if this build has the write path.</summary>
    public bool IsBuiltIn => Remedy is null;
}
