namespace DbIngest.Core.Results;

/// <summary>
/// The values that a trial added to its table (<c>--add-values</c>): when, how long the database took, and what became of the
/// rate. <see cref="Trials.TrialRecord"/> fills in the times, and <see cref="Trials.EventEffects"/> the effect on the rate. Times
/// are seconds since the common start, unless their meaning says otherwise. The journal stores the members, so they must not be
/// renamed.
/// </summary>
/// <remarks><c>AdditionFigures</c> of the analysis reads it.</remarks>
public sealed record AdditionResult
{
    /// <summary>How many values were to be added.</summary>
    public required int Values { get; init; }

    /// <summary>When the addition was due.</summary>
    public required double DueS { get; init; }

    /// <summary>
    /// When the addition began. Null if the trial ended before it was due: no record has the values.
    /// </summary>
    public double? BeganS { get; init; }

    /// <summary>Seconds that the database took to add the values. Null if it did not add them.</summary>
    public double? TookS { get; init; }

    /// <summary>Records that were sent with the values, acknowledged or not.</summary>
    public long Records { get; init; }

    /// <summary>
    /// The rate before, as <see cref="FaultResult.RecordsPerSBefore"/>. After a fault in the same trial, without the time until
    /// the dip of the fault was over, and null if that dip was not over.
    /// </summary>
    public double? RecordsPerSBefore { get; init; }

    /// <summary>
    /// The lowest rate in any window of one second that begins with or after the addition, as a share of the rate before. Windows
    /// end where a fault of the trial begins. Null if none fits, if the rate before is null, or if <c>--rate</c> has stages.
    /// A window is longer in a trial of more than an hour, whose acknowledgements are counted over more than half a second.
    /// </summary>
    public double? LowestShare { get; init; }

    /// <summary>
    /// Seconds from the beginning of the addition to the beginning of the first window of one second, after the database had
    /// added the values, in which the rate is at least 90 % of the rate before. Null if the trial ended, or its fault began,
    /// before such a window, or if <c>--rate</c> has stages.
    /// </summary>
    public double? DipS { get; init; }

    /// <summary>True if the table got the values in the trial.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool Happened => TookS is not null;
}
