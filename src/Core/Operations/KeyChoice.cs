namespace DbIngest.Core.Operations;

/// <summary>
/// How a lane of a mix chooses the record of an operation, or the first record of a scan. Insertions choose none. A value of
/// <see cref="OperationMix"/>, which writes the names in small letters. <see cref="OperationStream"/> and <c>SharedKeys</c> draw
/// by it for each operation. Results contain the names, which must not change.
/// </summary>
public enum KeyChoice
{
    /// <summary>Every record is equally likely.</summary>
    Uniform,

    /// <summary>
    /// Few records are popular: Zipf's law with exponent 0.99 over the existing records (<see cref="ZipfLaw"/>). Popular records
    /// are spread over all that were loaded. Inserted records join as the least popular.
    /// </summary>
    Zipfian,

    /// <summary>The newest records are popular: Zipf's law over their age.</summary>
    Latest,

    /// <summary>Few records are popular, by the law of YCSB's own generator (<see cref="YcsbLaw"/>).</summary>
    Ycsb,
}
