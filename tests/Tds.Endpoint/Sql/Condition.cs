using System.Globalization;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>A WHERE clause: comparisons of a column with a constant or a parameter, joined by AND.</summary>
internal static class Condition
{
    public static Predicate<object?[]> Read(LexemeReader reader, Table table, IReadOnlyDictionary<string, object?> parameters)
    {
        var parts = new List<Predicate<object?[]>>();
        if (reader.TryTake("WHERE"))
        {
            do
            {
                parts.Add(Comparison(reader, table, parameters));
            }
            while (reader.TryTake("AND"));
        }

        return row => parts.TrueForAll(p => p(row));
    }

    /// <summary>A constant or a parameter's value.</summary>
    public static object? Value(LexemeReader reader, IReadOnlyDictionary<string, object?> parameters)
    {
        var lexeme = reader.Take();
        return lexeme.Kind switch
        {
            LexemeKind.Number => lexeme.Number(),
            LexemeKind.Text => lexeme.Value,
            _ when lexeme.Is("NULL") => null,
            _ when parameters.TryGetValue(lexeme.Value, out object? value) => value,
            _ => throw new ServerErrorException(137, $"Must declare the scalar variable \"{lexeme.Value}\".", 15),
        };
    }

    private static Predicate<object?[]> Comparison(LexemeReader reader, Table table,
        IReadOnlyDictionary<string, object?> parameters)
    {
        int column = table.ColumnAt(reader.Name());
        if (reader.TryTake("BETWEEN"))
        {
            object? low = Value(reader, parameters);
            reader.Expect("AND");
            object? high = Value(reader, parameters);
            return row => Compare(row[column], low) >= 0 && Compare(row[column], high) <= 0;
        }

        if (reader.TryTake("IS"))
        {
            bool isNot = reader.TryTake("NOT");
            reader.Expect("NULL");
            return row => row[column] is null != isNot;
        }

        string sign = reader.Take().Value;
        object? value = Value(reader, parameters);
        return sign switch
        {
            "=" => row => Compare(row[column], value) == 0,
            "<" => row => Compare(row[column], value) < 0,
            "<=" => row => Compare(row[column], value) <= 0,
            ">" => row => Compare(row[column], value) > 0,
            ">=" => row => Compare(row[column], value) >= 0,
            "<>" or "!=" => row => Compare(row[column], value) != 0,
            _ => throw reader.Wrong(),
        };
    }

    private static int Compare(object? left, object? right) => (left, right) switch
    {
        (string a, string b) => string.Compare(a, b, StringComparison.OrdinalIgnoreCase),
        (double or float, _) or (_, double or float) => Convert.ToDouble(left, CultureInfo.InvariantCulture)
            .CompareTo(Convert.ToDouble(right, CultureInfo.InvariantCulture)),
        _ => Convert.ToInt64(left, CultureInfo.InvariantCulture).CompareTo(Convert.ToInt64(right, CultureInfo.InvariantCulture)),
    };
}
