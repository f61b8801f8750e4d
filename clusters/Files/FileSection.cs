using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace DbIngest.Clusters.Files;

/// <summary>A mapping of a deployment file whose keys and values are those that were declared. What is wrong is collected, with its line.</summary>
internal sealed class FileSection
{
    private readonly Dictionary<string, YamlNode> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _lines = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FileSection> _sections = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<FileSection>> _lists = new(StringComparer.Ordinal);
    private readonly FileFaults _faults;
    private readonly string _path;
    private readonly long _line;

    /// <summary>Reads a mapping.</summary>
    /// <param name="faults">Takes what is wrong.</param>
    /// <param name="node">The mapping.</param>
    /// <param name="keys">The keys that it may have.</param>
    /// <param name="path">Where it is: a prefix of its keys in messages.</param>
    public FileSection(FileFaults faults, YamlMappingNode node, IReadOnlyList<FileKey> keys, string path = "")
    {
        _faults = faults;
        _path = path;
        _line = node.Start.Line;
        foreach (var (keyNode, value) in node.Children)
        {
            string name = (keyNode as YamlScalarNode)?.Value ?? string.Empty;
            if (keys.FirstOrDefault(key => key.Name == name) is { } key)
            {
                _lines[name] = keyNode.Start.Line;
                Read(key, value);
            }
            else
            {
                var names = keys.Select(k => k.Name);
                faults.Add(keyNode.Start.Line, path + name, $"there is no such key here; {Nearest.Remedy(name, names, $"there are {string.Join(", ", names)}")}");
            }
        }

        foreach (var missing in keys.Where(key => key.IsRequired && !_lines.ContainsKey(key.Name)))
        {
            faults.Add(_line, path + missing.Name, $"it is missing; write {missing.Name}: and {missing.Wanted}");
        }
    }

    /// <summary>Whether a key is there.</summary>
    public bool Has(string name) => _lines.ContainsKey(name);

    /// <summary>A text; null where the key is not there.</summary>
    public string? Text(string name) => (_values.GetValueOrDefault(name) as YamlScalarNode)?.Value;

    /// <summary>A whole number; null where the key is not there, or has sections.</summary>
    public int? Whole(string name) => Text(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>A number; null where the key is not there.</summary>
    public double? Number(string name) => Text(name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>A section; null where the key is not there.</summary>
    public FileSection? Section(string name) => _sections.GetValueOrDefault(name);

    /// <summary>A list of sections; null where the key is not there, or has a number.</summary>
    public IReadOnlyList<FileSection>? Sections(string name) => _lists.GetValueOrDefault(name);

    /// <summary>Names with their values, in the order of the file.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Values(string name) => _values.GetValueOrDefault(name) is YamlMappingNode mapping
        ? [.. mapping.Children.Select(child => KeyValuePair.Create(((YamlScalarNode)child.Key).Value!, ((YamlScalarNode)child.Value).Value!))]
        : [];

    /// <summary>Says what is wrong with a key.</summary>
    /// <param name="name">The key.</param>
    /// <param name="what">What is wrong, and the remedy.</param>
    public void Refuse(string name, string what) => _faults.Add(_lines.GetValueOrDefault(name, _line), _path + name, what);

    private void Read(FileKey key, YamlNode value)
    {
        switch (value)
        {
            case YamlScalarNode scalar when key.Kind is not (FileKind.Section or FileKind.Values) && key.Takes(scalar.Value ?? string.Empty, scalar.Style is ScalarStyle.SingleQuoted or ScalarStyle.DoubleQuoted):
                _values[key.Name] = scalar;
                break;
            case YamlScalarNode scalar:
                Refuse(key.Name, $"'{scalar.Value}' is not {key.Wanted}");
                break;
            case YamlMappingNode mapping when key.Kind == FileKind.Section:
                _sections[key.Name] = new FileSection(_faults, mapping, key.Keys, $"{_path}{key.Name}.");
                break;
            case YamlMappingNode mapping when key.Kind == FileKind.Values:
                if (mapping.Children.FirstOrDefault(child => child is not { Key: YamlScalarNode { Value.Length: > 0 }, Value: YamlScalarNode { Value.Length: > 0 } }) is { Key: not null } wrong)
                {
                    _faults.Add(wrong.Key.Start.Line, $"{_path}{key.Name}.{wrong.Key}", "it has no value, or more than one; write one behind the colon");
                    break;
                }

                _values[key.Name] = mapping;
                break;
            case YamlSequenceNode list when key.Kind == FileKind.WholeOrSections && list.Children.Count >= key.Smallest && list.Children.Count <= key.Largest && list.Children.All(item => item is YamlMappingNode):
                _lists[key.Name] = [.. list.Children.Select((item, i) => new FileSection(_faults, (YamlMappingNode)item, key.Keys, string.Create(CultureInfo.InvariantCulture, $"{_path}{key.Name}[{i + 1}].")))];
                break;
            default:
                Refuse(key.Name, $"it is {(value is YamlMappingNode ? "a mapping" : "a list")}, and must be {key.Wanted}");
                break;
        }
    }
}
