using DbIngest.Abstractions.Operations;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// An option of an endpoint that leaves records without a unique key, or that has no effect where single records are found, so
/// that <c>--via</c> cannot be used. <see cref="TargetDefinition.LimitsOf"/> returns it. The command line then refuses, before
/// anything starts, every request that would fail in a trial.
/// </summary>
/// <param name="Option">The option with its value, as the user writes it: <c>shape=bucket</c>.</param>
/// <param name="Reason">What the option does, as the words of a sentence that follow the option.</param>
/// <param name="Lacking">Operations on single records that no client supports with this option.</param>
public sealed record EndpointLimit(string Option, string Reason, RecordOperations Lacking)
{
    /// <summary>True if targets with this option answer no questions about time ranges (<c>--queries</c>).</summary>
    public bool LacksQuestions { get; init; }

    /// <summary>True if no value can be added to the table while it is written (<c>--add-values</c>).</summary>
    public bool LacksAddedValues { get; init; }

    /// <summary>True if no record is found by its series with this option (<c>--series</c>).</summary>
    public bool LacksSeries { get; init; }
}
