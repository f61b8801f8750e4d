using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.P1;

/// <summary>
/// The objects of telegrams that become values. <see cref="P1Sniffer"/> determines it. <see cref="P1Reader"/> reads by it.
/// Immutable.
/// </summary>
/// <param name="Codes">Their OBIS codes, in the order of the schema.</param>
/// <param name="Values">The shape of the records, with the telegrams' units.</param>
/// <param name="LeftOut">The codes that are left out.</param>
internal sealed record P1Layout(IReadOnlyList<string> Codes, RecordSchema Values, IReadOnlyList<string> LeftOut);
