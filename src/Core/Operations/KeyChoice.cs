namespace DbIngest.Core.Operations;

/// <summary>Which of its records a lane reads, updates, deletes, or begins a scan with.</summary>
public enum KeyChoice
{
    /// <summary>Each equally likely.</summary>
    Uniform,

    /// <summary>Few are popular, spread over all: Zipf's law with the exponent 0.99 of YCSB.</summary>
    Zipfian,

    /// <summary>The newest are popular: Zipf's law over age.</summary>
    Latest,
}
