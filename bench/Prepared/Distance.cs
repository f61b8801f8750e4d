namespace DbIngest.Bench.Prepared;

/// <summary>
/// The cost of the product's writer for one protocol, beside the lower bound of any client. <see cref="Contest"/> measures it.
/// </summary>
/// <param name="Bytes">Bytes per record on the wire.</param>
/// <param name="OursUs">Median client CPU microseconds per record of the product's writer.</param>
/// <param name="PreparedUs">The same for a plain socket that sends prepared bytes.</param>
/// <param name="Ratios">The first divided by the second, one per round.</param>
internal sealed record Distance(int Bytes, double OursUs, double PreparedUs, IReadOnlyList<double> Ratios);
