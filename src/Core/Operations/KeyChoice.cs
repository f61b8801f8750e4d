namespace DbIngest.Core.Operations;

/// <summary>The law by which a lane chooses the record to read, update, delete, or begin a scan with.</summary>
public enum KeyChoice
{
    /// <summary>Each equally likely.</summary>
    Uniform,

    /// <summary>
    /// Few are popular: Zipf's law with exponent 0.99 over the records that there are (<see cref="ZipfLaw"/>). Popular ones are spread
    /// over all that were loaded; inserted ones join as the least popular.
    /// </summary>
    Zipfian,

    /// <summary>The newest are popular: Zipf's law over age.</summary>
    Latest,

    /// <summary>Few are popular, by the law of YCSB's own generator (<see cref="YcsbLaw"/>).</summary>
    Ycsb,
}
