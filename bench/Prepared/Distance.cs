namespace DbIngest.Bench.Prepared;

/// <summary>
/// The cost of the product's writer for one protocol, beside the lower bound of any client. <see cref="Contest"/> measures it.
/// </summary>
/// <param name="Bytes">Bytes a record on the wire.</param>
/// <param name="OursUs">Median client CPU of our writer, in microseconds a record.</param>
/// <param name="PreparedUs">The same of a plain socket that sends bytes made beforehand.</param>
/// <param name="Ratios">Ours divided by the other's, a round each.</param>
internal sealed record Distance(int Bytes, double OursUs, double PreparedUs, IReadOnlyList<double> Ratios);
