using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The part of an <see cref="IngestOutcome"/> that only a mix of operations has. The work of each lane makes one,
/// <see cref="LocalIngestRun"/> merges those of its lanes and the parent those of its processes. <see cref="Trials.MixAudit"/>
/// reads it in the audit, and <c>VerifyVerb</c> makes one of a kept trial. A new member must also be added to
/// <see cref="Merge"/>.
/// </summary>
public sealed record MixOutcome
{
    /// <summary>Operations acknowledged or answered, including retried ones.</summary>
    public long AcknowledgedOperations { get; init; }

    /// <summary>Operations acknowledged after a retry.</summary>
    public long RetriedOperations { get; init; }

    /// <summary>Operations that were sent and never acknowledged.</summary>
    public long FailedOperations { get; init; }

    /// <summary>One entry per kind of operation.</summary>
    public required IReadOnlyList<OperationOutcome> Kinds { get; init; }

    /// <summary>
    /// Operations that each lane started, from which the audit replays the mix. Lanes of a lost process are missing.
    /// </summary>
    public required IReadOnlyList<LaneProgress> Lanes { get; init; }

    /// <summary>
    /// Answers that contradict the acknowledged operations: to reads, scans and finds, to the read within an increment, and to
    /// deletions where the database says whether it found the record.
    /// </summary>
    public required long WrongAnswers { get; init; }

    /// <summary>Description of the first wrong answer.</summary>
    public string? FirstWrongAnswer { get; init; }

    /// <summary>The findings that make the trial invalid: wrong answers. Empty without any.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public IReadOnlyList<string> Findings => WrongAnswers == 0 ? []
        : [FormattableString.Invariant($"{WrongAnswers} operations had a wrong answer, the first: {FirstWrongAnswer}")];

    /// <summary>Records that the operations inserted.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public long InsertedRecords => Kinds.Where(kind => kind.Kind is OperationKind.InsertBatch or OperationKind.InsertOne)
        .Sum(kind => kind.Records);

    /// <summary>
    /// What the lanes of each process know of the records that they share. Empty where lanes share no records, and for a
    /// kept trial that <c>verify</c> reads.
    /// </summary>
    public IReadOnlyList<SharedLog> Shared { get; init; } = [];

    /// <summary>
    /// Increments by which any record's count may differ, because no log says which records were affected. Only <c>verify</c>
    /// sets it, from the retries of a kept trial. <see cref="Merge"/> leaves it out.
    /// </summary>
    public long SpareIncrements { get; init; }

    /// <summary>
    /// Updates of records that one lane owns, of which an earlier attempt may replace a later update. Empty in almost every
    /// trial, and for a kept trial that <c>verify</c> reads.
    /// </summary>
    public IReadOnlyList<LastingUpdate> Lasting { get; init; } = [];

    /// <summary>Number of such updates of shared records. <see cref="Shared"/> has the updates themselves.</summary>
    public long LastingOfShared { get; init; }

    /// <summary>Merges the outcomes of several lanes or processes. Null for an empty list.</summary>
    public static MixOutcome? Merge(IReadOnlyList<MixOutcome> parts) => parts.Count == 0
        ? null
        : new MixOutcome
        {
            Kinds = [.. parts.SelectMany(p => p.Kinds).GroupBy(k => k.Kind).Select(group => OperationOutcome.Merge([.. group]))],
            Lanes = [.. parts.SelectMany(p => p.Lanes)],
            AcknowledgedOperations = parts.Sum(p => p.AcknowledgedOperations),
            RetriedOperations = parts.Sum(p => p.RetriedOperations),
            FailedOperations = parts.Sum(p => p.FailedOperations),
            WrongAnswers = parts.Sum(p => p.WrongAnswers),
            FirstWrongAnswer = parts.Select(p => p.FirstWrongAnswer).FirstOrDefault(text => text is not null),
            Shared = [.. parts.SelectMany(p => p.Shared)],
            Lasting = [.. parts.SelectMany(p => p.Lasting)],
            LastingOfShared = parts.Sum(p => p.LastingOfShared),
        };
}
