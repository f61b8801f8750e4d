using System.Globalization;
using CsvHelper;

namespace DbIngest.Bench.Sources;

/// <summary>
/// Reads delimited text with CsvHelper, for comparison in <see cref="ReadBench"/>. Each method returns the sum of all numbers, so
/// that no parsing can be optimised away.
/// </summary>
internal static class CsvHelperPeer
{
    /// <summary>Reads a file with date and time in two columns.</summary>
    public static double DateAndTime(string path)
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

    /// <summary>Reads a file with times in ISO 8601 in one column.</summary>
    public static double Iso(string path)
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
}
