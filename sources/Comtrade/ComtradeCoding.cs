namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Coding of the samples in a data file. The configuration names it. <see cref="ComtradeReader"/> chooses the decoder by it, and
/// <c>ComtradeWriter</c> the encoder. Combined files, exports and facts contain the names of its members: do not rename them.
/// </summary>
internal enum ComtradeCoding
{
    /// <summary>One line of text per sample, fields separated by commas.</summary>
    Ascii,

    /// <summary>Analogue values as 16-bit two's complement integers, little endian.</summary>
    Binary,

    /// <summary>Analogue values as 32-bit two's complement integers, little endian (revision 2013).</summary>
    Binary32,

    /// <summary>Analogue values as IEEE 754 single precision, little endian (revision 2013).</summary>
    Float32,
}
