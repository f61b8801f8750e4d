using DbIngest.Sources.Lines;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Says which measurement of a file becomes records, which of its fields are values, and in which unit its times count.
/// <see cref="LineProtocolSniffer"/> determines it. <see cref="LineProtocolReader"/> reads by it. Immutable.
/// </summary>
/// <param name="Measurement">The measurement whose lines become records, as it is written.</param>
/// <param name="Precision">The unit of times.</param>
/// <param name="Choice">Which values a record has, and their names and units.</param>
/// <param name="All">All fields of the measurement's first lines.</param>
/// <param name="Others">Other measurements of the first lines.</param>
/// <param name="Tags">The tags of the measurement's first lines.</param>
internal sealed record LineProtocolLayout(
    string Measurement, TimePrecision Precision, FieldChoice Choice, IReadOnlyList<string> All, IReadOnlyList<string> Others,
        IReadOnlyList<string> Tags);
