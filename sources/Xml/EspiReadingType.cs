using System.Globalization;

namespace DbIngest.Sources.Xml;

/// <summary>
/// The ReadingType of a meter (NAESB REQ.21, ESPI): unit, power of ten and currency. <see cref="EspiCatalog"/> collects it.
/// <see cref="EspiReader"/> scales every reading by its power of ten. Immutable.
/// </summary>
/// <param name="UnitOfMeasure">Code of the unit; null when not stated.</param>
/// <param name="PowerOfTen">Readings are multiplied by ten to this power.</param>
/// <param name="Currency">ISO 4217 number of the costs' currency; null when not stated.</param>
internal sealed record EspiReadingType(int? UnitOfMeasure, int PowerOfTen, int? Currency)
{
    /// <summary>Largest power of ten in either direction: the schema's list ends at 12.</summary>
    public const int MaxPower = 12;

    /// <summary>The type of readings whose type the file does not hold.</summary>
    public static readonly EspiReadingType Unknown = new(null, 0, null);

    /// <summary>The unit's symbol. Empty when unknown.</summary>
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
