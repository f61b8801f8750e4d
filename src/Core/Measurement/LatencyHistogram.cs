namespace DbIngest.Core.Measurement;

/// <summary>placeholder</summary>
public sealed class LatencyHistogram
{
    /// <summary>placeholder</summary>
    /// <returns>placeholder</returns>
    public string Encode() => string.Empty;
}
