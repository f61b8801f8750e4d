namespace DbIngest.Service.Lines;

/// <summary>
/// Reports that one line of a request in InfluxDB's line protocol is invalid. <see cref="LineParser"/> and
/// <see cref="LinePrecision"/> throw it, and <see cref="LineRequest"/> drops the line and keeps the other lines.
/// </summary>
/// <param name="message">What is wrong, as a clause.</param>
internal sealed class LineFault(string message) : Exception(message);
