using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Opens a device's own database: an SQLite file with a table of times and numbers. <see cref="InputFormats"/> tries it on the
/// beginning of a file, and <see cref="InputWorkload"/> opens the file by it. It refuses a file in which several tables fit,
/// unless the option <c>table=</c> names one. Stateless. Never writes to the user's database.
/// </summary>
internal sealed class DeviceFormat : IInputFormat
{
    public string Name => "sqlite";

    public bool Recognises(InputFile file) => file.Head.StartsWith(DeviceFile.Magic);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = DeviceOptions.Take(options);
        return taken.Pivot is null ? Rows(file, taken, null) : set.Shared<PivotOfSet>()
            .Open(file, set, (one, entities) => Rows(one, taken, entities));
    }

    private static DeviceReader Rows(InputFile file, DeviceOptions taken, Entities? entities)
    {
        var database = DeviceFile.Open(file);
        try
        {
            return new DeviceReader(database, Choose(database, taken), taken, entities);
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    private static DeviceTable Choose(DeviceFile file, DeviceOptions options)
    {
        var names = new List<string>();
        using (var query = file.Query(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql LIKE "
            + "'CREATE TABLE%' ORDER BY name"))
        {
            while (query.Step() && names.Count < 1000)
            {
                names.Add(query.Text(0));
            }
        }

        string all = SafeText.List(names);
        if (options.Table is { } wanted)
        {
            string name = names.Find(n => string.Equals(n, wanted, StringComparison.OrdinalIgnoreCase))
                ?? throw Refusal.At(file.Name, 0, $"there is no table '{wanted}'; its tables: {all}");
            return DeviceTable.Find(file, name, options)
                ?? throw Refusal.At(file.Name, 0,
                    $"table '{name}' has no column of times, none of numbers, or not the one that pivot= or where= names; "
                    + $"name them with the input options time-column= and columns=");
        }

        var candidates = names.Select(name => DeviceTable.Find(file, name, options)).OfType<DeviceTable>().ToList();
        return candidates.Count switch
        {
            1 => candidates[0],
            0 => throw Refusal.At(file.Name, 0,
                $"no table has a column of times and one of numbers (tables: {all}); name them with the input options table=, "
                + $"time-column= and columns="),
            _ => throw Refusal.At(file.Name, 0,
                $"several tables have times and numbers: {SafeText.List([.. candidates.Select(c => c.Name)])}; name one with "
                + $"the input option table="),
        };
    }
}
