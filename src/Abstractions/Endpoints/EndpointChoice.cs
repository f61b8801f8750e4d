using System.Diagnostics.CodeAnalysis;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// The values that a configuration has of those options of an endpoint that were given a list: <c>rows=100</c>, or
/// <c>rows=100&amp;window=4</c>. The order in which they were given does not matter.
/// </summary>
public sealed class EndpointChoice : IEquatable<EndpointChoice>, IWritten<EndpointChoice>
{
    private readonly KeyValuePair<string, string>[] _values;
    private readonly string _text;

    private EndpointChoice(IEnumerable<KeyValuePair<string, string>> values)
    {
        _values = [.. values.OrderBy(value => value.Key, StringComparer.Ordinal)];
        _text = EndpointOptions.Write(string.Empty, _values)[1..];
    }

    /// <inheritdoc/>
    public static string Form => "Options of an endpoint are name=value, joined by '&'.";

    /// <summary>What the choice is among, where there is one option: <c>rows</c>; else all of them.</summary>
    public string Name => string.Join(" and ", _values.Select(value => value.Key));

    /// <summary>The value of the one option as a number, memory in MiB; none where it is a word or there are several.</summary>
    public double Number => _values.Length == 1 && EndpointOption.Mebibytes(_values[0].Value) is { } number ? number : double.NaN;

    /// <summary>Makes a choice.</summary>
    /// <param name="values">One option at least, each by its name.</param>
    /// <returns>The choice.</returns>
    public static EndpointChoice Of(IEnumerable<KeyValuePair<string, string>> values) => new(values);

    /// <inheritdoc/>
    public static bool TryParse(string? text, [NotNullWhen(true)] out EndpointChoice? value)
    {
        var values = (text ?? string.Empty).Split('&').Select(part => part.Split('=', 2)).ToList();
        bool isOne = values.TrueForAll(pair => pair.Length == 2 && pair[0].Length > 0 && pair[1].Length > 0)
            && values.DistinctBy(pair => pair[0], StringComparer.Ordinal).Count() == values.Count;
        value = isOne ? Of(values.Select(pair => KeyValuePair.Create(pair[0], Uri.UnescapeDataString(pair[1])))) : null;
        return value is not null;
    }

    /// <summary>An endpoint with these values in place of its lists.</summary>
    /// <param name="endpoint">The endpoint that <see cref="EndpointOptions.Expand"/> has read.</param>
    /// <returns>The endpoint of this configuration.</returns>
    public string Within(string endpoint)
    {
        string[] parts = endpoint.Split('?', 2);
        string[] options = parts.Length < 2 ? [] : parts[1].Split('&', StringSplitOptions.RemoveEmptyEntries);
        return $"{parts[0]}?{string.Join('&', options.Select(Chosen))}";
    }

    /// <inheritdoc/>
    public override string ToString() => _text;

    /// <inheritdoc/>
    public bool Equals(EndpointChoice? other) => other is not null && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as EndpointChoice);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(_text);

    private string Chosen(string option)
    {
        string name = option.Split('=', 2)[0].Trim().ToLowerInvariant();
        return Array.Find(_values, value => value.Key == name) is { Key: not null } value ? $"{name}={EndpointOptions.Escape(value.Value)}" : option;
    }
}
