using System.Globalization;
using System.Xml.Linq;
using CsvHelper;

namespace DbIngest.Bench.Sources;

/// <summary>Other libraries reading the same files to numbers; each gives their sum.</summary>
internal static class Peers
{
    /// <summary>CsvHelper, date and time in two columns.</summary>
    public static double CsvHelper(string path)
    {
        using var reader = CsvReader.FromFile(path);
        double sum = 0;
        while (reader.Read())
        {
            sum += reader.ParseExact<DateTime>(0, "d/M/yyyy", CultureInfo.InvariantCulture).Ticks;
            sum += reader.ParseExact<DateTime>(1, "H:mm:ss", CultureInfo.InvariantCulture).TimeOfDay.Ticks;
            for (int column = 2; column < 9; column++)
            {
                sum += reader.Parse<double>(column);
            }
        }

        return sum;
    }

    /// <summary>CsvHelper, one column of ISO 8601.</summary>
    public static double CsvHelperIso(string path)
    {
        using var reader = CsvReader.FromFile(path);
        double sum = 0;
        while (reader.Read())
        {
            sum += reader.ParseExact<DateTime>(0, "yyyy-MM-ddTHH:mm:ss.ffffffZ", CultureInfo.InvariantCulture).Ticks;
            for (int column = 1; column < 10; column++)
            {
                sum += reader.Parse<double>(column);
            }
        }

        return sum;
    }

    /// <summary>XDocument over measurement XML.</summary>
    public static double Measurements(string path)
    {
        XNamespace space = "urn:dbingest:measurements:1";
        double sum = 0;
        foreach (var record in XDocument.Load(path).Root!.Elements(space + "record"))
        {
            sum += ((DateTime)record.Attribute("time")!).Ticks + (int)record.Attribute("quality")!;
            foreach (string value in record.Value.Split(' '))
            {
                sum += double.Parse(value, CultureInfo.InvariantCulture);
            }
        }

        return sum;
    }

    /// <summary>XDocument over Green Button.</summary>
    public static double GreenButton(string path)
    {
        XNamespace espi = "http://naesb.org/espi";
        double sum = 0;
        foreach (var reading in XDocument.Load(path).Descendants(espi + "IntervalReading"))
        {
            var period = reading.Element(espi + "timePeriod")!;
            sum += (long)period.Element(espi + "start")! + (long)period.Element(espi + "duration")!;
            sum += (double)reading.Element(espi + "value")! + (double)reading.Element(espi + "cost")!;
        }

        return sum;
    }
}
