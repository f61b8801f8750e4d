using DbIngest.Core.Records;
using DbIngest.Sources.Csv;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>A table of a device's database, and which of its columns are times and values.</summary>
internal sealed record DeviceTable
{
    private const int SampleRows = 200;

    private static readonly string[] TimeWords = ["time", "date", "timestamp", "datetime", "ts", "when", "utc", "zeit", "datum", "fecha", "hora"];

    public required string Name { get; init; }

    public required string TimeColumn { get; init; }

    public required DeviceTimeUnit TimeUnit { get; init; }

    /// <summary>The columns of numbers, in the order of the table or of the option.</summary>
    public required IReadOnlyList<string> ValueColumns { get; init; }

    /// <summary>What the values are called; null for the column's own name.</summary>
    public required IReadOnlyList<string?> GivenNames { get; init; }

    /// <summary>Columns that are neither.</summary>
    public required IReadOnlyList<string> LeftOut { get; init; }

    /// <summary>A column of this project's own quality flags; null in other databases.</summary>
    public string? QualityColumn { get; init; }

    /// <summary>Looks for the columns of a table.</summary>
    /// <param name="file">The database.</param>
    /// <param name="name">The table.</param>
    /// <param name="options">What the user named.</param>
    /// <returns>Null when it has no time, or no numbers.</returns>
    public static DeviceTable? Find(DeviceFile file, string name, DeviceOptions options)
    {
        var columns = new List<(string Name, bool Key)>();
        using (var info = file.Query($"PRAGMA table_info({DeviceFile.Quoted(name)})"))
        {
            while (info.Step())
            {
                columns.Add((info.Text(1), info.Integer(5) > 0));
            }
        }

        if (columns.Count == 0)
        {
            return null;
        }

        var kinds = Sample(file, name, columns.Count, options.Date);
        int time = options.TimeColumn is { } given
            ? columns.FindIndex(c => string.Equals(c.Name, given, StringComparison.OrdinalIgnoreCase))
            : BestTime(columns, kinds);
        if (time < 0)
        {
            return null;
        }

        bool own = IsOwn(file);
        int quality = own ? columns.FindIndex(c => c.Name == "quality") : -1;
        var (values, names) = options.Columns is { } chosen
            ? ([.. chosen.Select(c => columns.FindIndex(column => string.Equals(column.Name, c.Column, StringComparison.OrdinalIgnoreCase)))],
                chosen.Select(c => c.Name).ToList())
            : (Enumerable.Range(0, columns.Count).Where(c => c != time && c != quality && kinds[c].Numbers && !columns[c].Key).ToList(), new List<string?>());
        if (values.Count == 0 || values.Contains(-1))
        {
            return null;
        }

        return new DeviceTable
        {
            Name = name,
            TimeColumn = columns[time].Name,
            TimeUnit = options.TimeUnit == DeviceTimeUnit.Auto ? kinds[time].Unit : options.TimeUnit,
            ValueColumns = [.. values.Select(c => columns[c].Name)],
            GivenNames = names.Count > 0 ? names : [.. values.Select(_ => (string?)null)],
            QualityColumn = quality < 0 ? null : columns[quality].Name,
            LeftOut = [.. columns.Select(c => c.Name).Where((_, c) => c != time && c != quality && !values.Contains(c))],
        };
    }

    /// <summary>The shape of its records; units are in brackets in the names, or in the table <c>channels</c> of our own databases.</summary>
    public RecordSchema Schema(DeviceFile file)
    {
        var columns = ColumnNames.ToColumns(ValueColumns.Zip(GivenNames, (header, given) => (header, given)));
        if (QualityColumn is null)
        {
            return new RecordSchema(columns);
        }

        var units = new Dictionary<string, string>(StringComparer.Ordinal);
        using var query = file.Query("SELECT name, unit FROM channels");
        while (query.Step())
        {
            units[query.Text(0)] = query.Text(1);
        }

        return new RecordSchema([.. columns.Select(c => units.TryGetValue(c.Name, out string? unit) ? c with { Unit = unit } : c)]);
    }

    private static bool IsOwn(DeviceFile file)
    {
        using var query = file.Query("PRAGMA application_id");
        return query.Step() && query.Integer(0) == DeviceWriter.ApplicationId;
    }

    private static (bool Numbers, DeviceTimeUnit Unit)[] Sample(DeviceFile file, string name, int columns, DateOrder order)
    {
        var kinds = new (bool Numbers, DeviceTimeUnit Unit)[columns];
        var seen = new bool[columns];
        var onlyNumbers = new bool[columns];
        Array.Fill(onlyNumbers, true);
        using var rows = file.Query($"SELECT * FROM {DeviceFile.Quoted(name)} LIMIT {SampleRows}");
        while (rows.Step())
        {
            for (int c = 0; c < columns; c++)
            {
                int type = rows.TypeOf(c);
                if (type == raw.SQLITE_NULL)
                {
                    continue;
                }

                var unit = DeviceClock.UnitOf(rows, c, order);
                kinds[c].Unit = !seen[c] ? unit : Wider(kinds[c].Unit, unit);
                seen[c] = true;
                onlyNumbers[c] &= type is raw.SQLITE_INTEGER or raw.SQLITE_FLOAT;
            }
        }

        for (int c = 0; c < columns; c++)
        {
            kinds[c].Numbers = seen[c] && onlyNumbers[c];
        }

        return kinds;
    }

    /// <summary>The unit of several values: the finest of those that count from 1970, as the first ones of a clock may be small.</summary>
    private static DeviceTimeUnit Wider(DeviceTimeUnit a, DeviceTimeUnit b) =>
        a == b ? a
        : a is DeviceTimeUnit.Auto or DeviceTimeUnit.Text or DeviceTimeUnit.JulianDay || b is DeviceTimeUnit.Auto or DeviceTimeUnit.Text or DeviceTimeUnit.JulianDay
            ? DeviceTimeUnit.Auto
            : (DeviceTimeUnit)Math.Max((int)a, (int)b);

    private static int BestTime(List<(string Name, bool Key)> columns, (bool Numbers, DeviceTimeUnit Unit)[] kinds)
    {
        for (int c = 0; c < columns.Count; c++)
        {
            string[] words = columns[c].Name.ToLowerInvariant().Split('_', ' ', '.', '-');
            if (kinds[c].Unit != DeviceTimeUnit.Auto && words.Any(w => Array.Exists(TimeWords, t => w.EndsWith(t, StringComparison.Ordinal))))
            {
                return c;
            }
        }

        return Array.FindIndex(kinds, k => k.Unit == DeviceTimeUnit.Text);
    }
}
