using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Compares the offer of a service with the needs of a run and of a trial, and names each difference with a remedy.
/// <see cref="RemoteServiceTarget"/> calls it when it opens and before each trial. It contacts nothing.
/// </summary>
/// <param name="service">The service, for messages.</param>
/// <param name="offer">The offer of the service.</param>
internal sealed class ServiceFit(ServiceAddress service, ServiceOffer offer)
{
    /// <summary>
    /// Promises of a service whose table has no key. A ledger would mistake the batches of the second trial for repeated
    /// batches of the first.
    /// </summary>
    private static readonly string[] WithoutKey = ["at_least_once", "once_by_ledger"];

    /// <summary>Compares the service with a run.</summary>
    /// <param name="needs">The needs of the run.</param>
    /// <exception cref="ArgumentException">Something does not fit. The message has one line for each difference.</exception>
    public void Require(ServiceDemand needs)
    {
        string[] faults =
        [
            .. Other("database", offer.Database, needs.Database, "--db"),
            .. offer.Client is null
                ? [$"it does not say its client, being of an older version; start it from this one, {BuildNumber()}"]
                : Other("client", offer.Client, needs.Client, "--client"),
            .. Other("durability level", offer.Durability, needs.Durability, "--durability"),
            .. WithoutKey.Contains(offer.Promise)
                ? ["its table has no unique key; start it without --promise"] : Array.Empty<string>(),
            .. needs.Finds && !offer.Operations.Contains("find")
                ? ["it finds no records by their time; start it from this version, or leave find out of --mix"]
                : Array.Empty<string>(),
            .. Fewer("sources", offer.Sources, needs.Sources, "--source-limit"),
            .. Fewer("records of a batch", offer.BatchRecords, needs.BatchRecords, "--batch-limit"),
            .. Fewer("bytes of a body", offer.BodyBytes, BatchBody.SizeOf(needs.BatchRecords, offer.Values.Count), "--body-limit"),
        ];
        if (faults.Length > 0)
        {
            throw new ArgumentException($"--via: the service at {service} does not fit: {string.Join("; ", faults)}.");
        }
    }

    /// <summary>Compares the service with a trial.</summary>
    /// <param name="table">The table of the trial.</param>
    /// <exception cref="TargetException">The service has other values, or accepts fewer sequence numbers.</exception>
    public void Require(TrialTable table)
    {
        if (!offer.Values.SequenceEqual(table.Schema.Values))
        {
            throw new TargetException($"The service at {service} has the values {Columns(offer.Values)}, and the run has "
                + $"{Columns(table.Schema.Values)}; start the service with --columns {Columns(table.Schema.Values)}.");
        }

        if (offer.Sequences < table.RecordsPerSource)
        {
            throw new TargetException(FormattableString.Invariant(
                $"The service at {service} takes {offer.Sequences:N0} sequence numbers of a source, and a trial has {table.RecordsPerSource:N0}; lower --records."));
        }
    }

    private static string BuildNumber() => BuildStamp.Of(typeof(ServiceFit)).Number;

    private static string Columns(IEnumerable<ValueColumn> values) => string.Join(',',
        values.Select(value => value.Unit.Length > 0 ? $"{value.Name}:{value.Unit}" : value.Name));

    private static string[] Other(string what, string has, string needed, string option) => has == needed ? []
        : [$"its {what} is {has}, and the run's is {needed}; give {option} {has}, or start the service with {option} {needed}"];

    private static string[] Fewer(string what, long has, long needed, string option) => has >= needed ? []
        : [FormattableString.Invariant($"it takes {has:N0} {what}, and the run has {needed:N0}; start it with a higher {option}")];
}
