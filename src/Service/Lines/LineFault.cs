namespace DbIngest.Service.Lines;

/// <summary>Says why a line of InfluxDB's line protocol is not taken. The other lines of its request are.</summary>
/// <param name="message">What is wrong, as a clause.</param>
internal sealed class LineFault(string message) : Exception(message);
