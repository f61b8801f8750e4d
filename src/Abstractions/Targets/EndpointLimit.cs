using DbIngest.Abstractions.Operations;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// An option of an endpoint that takes the unique key of records away, so that no service can stand before the table, nor
/// <c>--via</c> compare with it. <see cref="TargetDefinition.LimitsOf"/> returns it, and the command line refuses by it, before
/// anything starts, what a trial would fail at.
/// </summary>
/// <param name="Option">The option with its value, as the user writes it: <c>shape=bucket</c>.</param>
/// <param name="Reason">What it does, as words that follow the option.</param>
/// <param name="Lacking">Operations on single records that no client has with it.</param>
public sealed record EndpointLimit(string Option, string Reason, RecordOperations Lacking)
{
    /// <summary>True if questions about time ranges (<c>--queries</c>) are not answered with it.</summary>
    public bool LacksQuestions { get; init; }
}
