using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// One table of a device's database, with the columns that <see cref="DeviceReader"/> reads as time and as values.
/// <see cref="DeviceFormat"/> looks for one in each table of the file and refuses a file with none or several. The first 200
/// rows decide, except in a database that <c>sources export</c> wrote, which names its columns. Immutable.
/// </summary>
internal sealed record DeviceTable
{
    /// <summary>Application id of databases that <c>sources export</c> wrote: the letters DBIN.</summary>
    public const int ApplicationId = 0x4442494E;

    /// <summary>The table of records in such a database.</summary>
    private const string OwnTable = "measurements";

    private const int SampleRows = 200;

    // Columns of the pragmas table_info and table_list.
    private const int PlaceInKey = 5;
    private const int WithoutRowId = 4;

    public required string Name { get; init; }

    /// <summary>The column of times, or the column of days and the column of times of day.</summary>
    public required IReadOnlyList<string> TimeColumns { get; init; }

    public required DeviceTimeUnit TimeUnit { get; init; }

    /// <summary>How the second time column stores times of day. Null without a second column.</summary>
    public required DeviceClockUnit? ClockUnit { get; init; }

    /// <summary>True when the times are numbers outside the dates of 1990 to 2100 and no option names their unit.</summary>
    public required bool IsOwnClock { get; init; }

    /// <summary>The orders of day, month and year that fit the sampled texts.</summary>
    public required IReadOnlyList<DateOrder> DateOrders { get; init; }

    /// <summary>True when times that are texts sort as the times do.</summary>
    public required bool TextsSort { get; init; }

    /// <summary>The columns of values, in the order of the table or of the option.</summary>
    public required IReadOnlyList<string> ValueColumns { get; init; }

    /// <summary>New names of the values. Null for a column that keeps its own.</summary>
    public required IReadOnlyList<string?> GivenNames { get; init; }

    /// <summary>The columns that are left out, each with the reason.</summary>
    public required IReadOnlyList<string> LeftOut { get; init; }

    /// <summary>Texts between numbers that are marks of a missing value.</summary>
    public required IReadOnlyList<string> Marks { get; init; }

    /// <summary>The column that names the values of a row in a long table. Null in a wide table.</summary>
    public string? PivotColumn { get; init; }

    /// <summary>SQL clause with the conditions that a row must meet. Empty for all rows.</summary>
    public required string Where { get; init; }

    /// <summary>SQL of the columns that tell rows of the same time apart, in the order in which the table keeps them.</summary>
    public required string RowOrder { get; init; }

    /// <summary>Units by the names of the columns, from the table <c>channels</c> that <c>sources export</c> wrote.</summary>
    public required IReadOnlyDictionary<string, string> Units { get; init; }

    /// <summary>The column of quality flags in a database that <c>sources export</c> wrote. Null in others.</summary>
    public string? QualityColumn { get; init; }

    /// <summary>Chooses the columns of a table. Null when it has no column of times or none of numbers.</summary>
    /// <exception cref="InputException">Several columns could be the time.</exception>
    public static DeviceTable? Find(DeviceFile file, string name, DeviceOptions options)
    {
        var columns = Columns(file, name);
        if (columns.Count == 0)
        {
            return null;
        }

        DeviceColumn? Column(string wanted) =>
            columns.Find(c => string.Equals(c.Name, wanted, StringComparison.OrdinalIgnoreCase));
        var pivot = options.Pivot is { } entity ? Column(entity) : null;
        if ((options.Pivot is not null && pivot is null) || options.Where.Any(filter => Column(filter.Column) is null))
        {
            return null;
        }

        string where = options.Where.Count == 0 ? "" : " WHERE " + string.Join(" AND ", options.Where.Select(Condition));
        Sample(file, name, columns, where);

        // A database that sources export wrote names its time and its values, so the sampled content decides neither.
        var channels = name == OwnTable && IsOwn(file) ? Channels(file) : null;
        bool hasOwnTime = channels is not null && options.TimeColumns is null;
        var times = options.TimeColumns is { } wanted ? [DeviceTimeColumns.Named(columns, wanted)]
            : hasOwnTime ? [DeviceTimeColumns.Named(columns, ["timestamp"])]
            : DeviceTimeColumns.Find(columns);
        if (times.Count == 0 || times[0].Count == 0)
        {
            return null;
        }

        var time = times.Count == 1 ? times[0] : [.. times.SelectMany(choice => choice).Distinct()];

        var quality = channels is null ? null : columns.Find(c => c.Name == "quality");
        var values = options.Columns is { } chosen
            ? [.. chosen.Select(c =>
                columns.Find(column => string.Equals(column.Name, c.Column, StringComparison.OrdinalIgnoreCase)))]
            : columns.Where(c => !time.Contains(c) && c != quality && c != pivot
                && (channels?.ContainsKey(c.Name) ?? (c.IsNumbers && !c.IsKey))).Cast<DeviceColumn?>().ToList();
        if (values.Count == 0 || values.Contains(null))
        {
            return null;
        }

        if (times.Count > 1)
        {
            throw Refusal.At(
                file.Name,
                0,
                $"several columns of table '{SafeText.Text(name)}' could be its time: "
                + $"{SafeText.List([.. times.Select(Written)])}; "
                + $"name one with the input option time-column={Written(times[0])}");
        }

        return new DeviceTable
        {
            Name = name,
            TimeColumns = [.. time.Select(c => c.Name)],
            TimeUnit = options.TimeUnit != DeviceTimeUnit.Auto ? options.TimeUnit
                : hasOwnTime ? DeviceTimeUnit.Microseconds
                : time[0].Unit,
            IsOwnClock = !hasOwnTime && time.Count == 1 && options.TimeUnit == DeviceTimeUnit.Auto && time[0].IsOwnClock,
            ClockUnit = time.Count == 2 ? DeviceTimeColumns.UnitOf(file.Name, time[1], options.ClockUnit) : null,
            DateOrders = time[0].Orders,
            TextsSort = time.All(column => column.TextsSort),
            ValueColumns = [.. values.Select(c => c!.Name)],
            GivenNames = options.Columns is { } named ? [.. named.Select(c => c.Name)] : [.. values.Select(_ => (string?)null)],
            PivotColumn = pivot?.Name,
            Where = where,
            RowOrder = OrderOf(file, name),
            Units = channels ?? [],
            QualityColumn = quality?.Name,
            LeftOut = [.. columns.Where(c => !time.Contains(c) && c != quality && c != pivot && !values.Contains(c))
                .Select(c => $"{c.Name} ({Reason(c)})")],
            Marks = [.. values.SelectMany(c => c!.MarkTexts).Distinct(StringComparer.Ordinal)],
        };
    }

    /// <summary>
    /// Returns the shape of the records. Units stand in brackets in the column names. An exported database has them in its table
    /// <c>channels</c>.
    /// </summary>
    public RecordSchema Schema()
    {
        var columns = ColumnNames.ToColumns(ValueColumns.Zip(GivenNames, (header, given) => (header, given)));
        return new RecordSchema(
            [.. columns.Zip(ValueColumns, (c, own) => Units.TryGetValue(own, out string? unit) ? c with { Unit = unit } : c)]);
    }

    private static string Written(IReadOnlyList<DeviceColumn> time) => string.Join('+', time.Select(column => column.Name));

    private static List<DeviceColumn> Columns(DeviceFile file, string name)
    {
        var columns = new List<DeviceColumn>();
        using var info = file.Query($"PRAGMA table_info({DeviceFile.Quoted(name)})");
        while (info.Step())
        {
            columns.Add(new(info.Text(1), info.Integer(PlaceInKey) > 0));
        }

        return columns;
    }

    /// <summary>Returns <c>rowid</c>, or the columns of the primary key for a table without row ids.</summary>
    private static string OrderOf(DeviceFile file, string name)
    {
        using (var list = file.Query($"PRAGMA table_list({DeviceFile.Quoted(name)})"))
        {
            if (!list.Step() || list.Integer(WithoutRowId) == 0)
            {
                return "rowid";
            }
        }

        var key = new SortedDictionary<long, string>();
        using var info = file.Query($"PRAGMA table_info({DeviceFile.Quoted(name)})");
        while (info.Step())
        {
            key[info.Integer(PlaceInKey)] = DeviceFile.Quoted(info.Text(1));
        }

        return string.Join(", ", key.Where(column => column.Key > 0).Select(column => column.Value));
    }

    private static bool IsOwn(DeviceFile file)
    {
        using var query = file.Query("PRAGMA application_id");
        return query.Step() && query.Integer(0) == ApplicationId;
    }

    /// <summary>Reads the units of an exported database by the names of its values.</summary>
    private static Dictionary<string, string> Channels(DeviceFile file)
    {
        var units = new Dictionary<string, string>(StringComparer.Ordinal);
        using var query = file.Query("SELECT name, unit FROM channels");
        while (query.Step())
        {
            units[query.Text(0)] = query.Text(1);
        }

        return units;
    }

    /// <summary>
    /// Samples the first 200 rows. For columns that are null in all of them, reads on until 200 rows after each has a value.
    /// </summary>
    private static void Sample(DeviceFile file, string name, List<DeviceColumn> columns, string where)
    {
        using (var rows = file.Query(
            $"SELECT {string.Join(", ", columns.Select(c => DeviceFile.Quoted(c.Name)))} FROM {DeviceFile.Quoted(name)}{where} "
            + $"LIMIT {SampleRows.ToString(CultureInfo.InvariantCulture)}"))
        {
            while (rows.Step())
            {
                for (int c = 0; c < columns.Count; c++)
                {
                    columns[c].Add(rows, c);
                }
            }
        }

        var empty = columns.FindAll(c => c.Seen == 0);
        if (empty.Count == 0)
        {
            return;
        }

        using var rest = file.Query(
            $"SELECT {string.Join(", ", empty.Select(c => DeviceFile.Quoted(c.Name)))} FROM {DeviceFile.Quoted(name)} NOT "
            + $"INDEXED{where}");
        for (int after = 0; after < SampleRows && rest.Step();)
        {
            for (int c = 0; c < empty.Count; c++)
            {
                empty[c].Add(rest, c);
            }

            after += empty.TrueForAll(c => c.Seen > 0) ? 1 : 0;
        }
    }

    /// <summary>Builds the SQL of a condition. It compares every value as a text. Null equals no text.</summary>
    private static string Condition(RowFilter filter) =>
        $"{(filter.Equal ? "" : "NOT ")}coalesce(CAST({DeviceFile.Quoted(filter.Column)} AS TEXT) IN "
        + $"({string.Join(", ", filter.Values.Select(v => $"'{v.Replace("'", "''", StringComparison.Ordinal)}'"))}), 0)";

    private static string Reason(DeviceColumn column) =>
        column.IsKey ? "key"
        : column.Seen == 0 ? "null in every row"
        : column.IsNumbers ? "not named"
        : column.IsText ? "texts"
        : "not numbers";
}
