using System.Globalization;

namespace DbIngest.Sources.Xml;

/// <summary>What the readings of a meter are: NAESB REQ.21 (ESPI), ReadingType.</summary>
/// <param name="UnitOfMeasure">The code of the unit; null when none is given.</param>
/// <param name="PowerOfTen">Readings are to be multiplied with ten to this power.</param>
/// <param name="Currency">The ISO 4217 number of the currency of costs; null when none is given.</param>
internal sealed record EspiReadingType(int? UnitOfMeasure, int PowerOfTen, int? Currency)
{
    /// <summary>The largest power of ten either way; the schema's list ends at 12.</summary>
    public const int MaxPower = 12;

    /// <summary>Stands for a type that the file does not hold.</summary>
    public static readonly EspiReadingType Unknown = new(null, 0, null);

    /// <summary>The unit's symbol; empty when it is not known.</summary>
    public string Unit => UnitOfMeasure switch
    {
        null or 0 => string.Empty,
        5 => "A",
        29 => "V",
        31 => "J",
        33 => "Hz",
        38 => "W",
        42 => "m3",
        61 => "VA",
        63 => "var",
        71 => "VAh",
        72 => "Wh",
        73 => "varh",
        106 => "Ah",
        119 => "ft3",
        132 => "Btu",
        169 => "therm",
        { } code => "uom " + code.ToString(CultureInfo.InvariantCulture),
    };
}
