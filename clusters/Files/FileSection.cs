using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace DbIngest.Clusters.Files;

/// <summary>
/// One YAML mapping of a deployment file, checked against declared keys. <see cref="DeploymentFile"/> creates one for the
/// file, which creates one per nested mapping. Values that pass can be read by key. A key with a wrong value reads as if it
/// were absent. Errors go to <see cref="FileFaults"/> with their line and never throw here.
/// </summary>
internal sealed class FileSection
{
    private readonly Dictionary<string, YamlNode> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _lines = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FileSection> _sections = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<FileSection>> _lists = new(StringComparer.Ordinal);
    private readonly FileFaults _faults;
    private readonly string _path;
    private readonly long _line;

    /// <summary>Reads and checks a mapping, nested sections included.</summary>
    /// <param name="faults">Receives the errors.</param>
    /// <param name="node">The parsed mapping.</param>
    /// <param name="keys">Declarations of the keys that the mapping may have.</param>
    /// <param name="path">Prefix of its keys in messages, for example <c>tls.</c>; empty at the top.</param>
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
                faults.Add(keyNode.Start.Line, path + name,
                    $"there is no such key here; {Nearest.Remedy(name, names, $"there are {string.Join(", ", names)}")}");
            }
        }

        foreach (var missing in keys.Where(key => key.IsRequired && !_lines.ContainsKey(key.Name)))
        {
            faults.Add(_line, path + missing.Name, $"it is missing; write {missing.Name}: and {missing.Wanted}");
        }
    }

    /// <summary>True when the file has the key, even with a wrong value.</summary>
    public bool Has(string name) => _lines.ContainsKey(name);

    /// <summary>A text; null when the key is absent.</summary>
    public string? Text(string name) => (_values.GetValueOrDefault(name) as YamlScalarNode)?.Value;

    /// <summary>A whole number; null when the key is absent or has sections.</summary>
    public int? Whole(string name) => Text(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>A number; null when the key is absent.</summary>
    public double? Number(string name) => Text(name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>A section; null when the key is absent.</summary>
    public FileSection? Section(string name) => _sections.GetValueOrDefault(name);

    /// <summary>A list of sections; null when the key is absent or has a number.</summary>
    public IReadOnlyList<FileSection>? Sections(string name) => _lists.GetValueOrDefault(name);

    /// <summary>Names with their values, in the order of the file; empty when the key is absent.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Values(string name) =>
        _values.GetValueOrDefault(name) is YamlMappingNode mapping
        ? [.. mapping.Children
            .Select(child => KeyValuePair.Create(((YamlScalarNode)child.Key).Value!, ((YamlScalarNode)child.Value).Value!))]
        : [];

    /// <summary>Adds an error at a key's line, or at the section's line when the key is absent.</summary>
    /// <param name="name">The key, without the section's prefix.</param>
    /// <param name="what">The error and its remedy, without a full stop.</param>
    public void Refuse(string name, string what) => _faults.Add(_lines.GetValueOrDefault(name, _line), _path + name, what);

    private void Read(FileKey key, YamlNode value)
    {
        switch (value)
        {
            case YamlScalarNode scalar when key.Kind is not (FileKind.Section or FileKind.Values)
                && key.Takes(scalar.Value ?? string.Empty, scalar.Style is ScalarStyle.SingleQuoted or ScalarStyle.DoubleQuoted):
                _values[key.Name] = scalar;
                break;
            case YamlScalarNode scalar:
                string shown = key.MayBeSecret ? "its value" : $"'{scalar.Value?.ReplaceLineEndings("\\n")}'";
                Refuse(key.Name, $"{shown} is not {key.Wanted}");
                break;
            case YamlMappingNode mapping when key.Kind == FileKind.Section:
                _sections[key.Name] = new FileSection(_faults, mapping, key.Keys, $"{_path}{key.Name}.");
                break;
            case YamlMappingNode mapping when key.Kind == FileKind.Values:
                if (mapping.Children.FirstOrDefault(
                    child => child is not
                    {
                        Key: YamlScalarNode { Value.Length: > 0 },
                        Value: YamlScalarNode { Value.Length: > 0 }
                    }) is { Key: not null } wrong)
                {
                    _faults.Add(wrong.Key.Start.Line, $"{_path}{key.Name}.{wrong.Key}",
                        "it has no value, or more than one; write one behind the colon");
                    break;
                }

                _values[key.Name] = mapping;
                break;
            case YamlSequenceNode list when key.Kind == FileKind.WholeOrSections && list.Children.Count >= key.Smallest
                && list.Children.Count <= key.Largest && list.Children.All(item => item is YamlMappingNode):
                _lists[key.Name] = [.. list.Children
                    .Select((item, i) => new FileSection(_faults, (YamlMappingNode)item, key.Keys,
                    string.Create(CultureInfo.InvariantCulture, $"{_path}{key.Name}[{i + 1}].")))];
                break;
            default:
                Refuse(key.Name, $"it is {(value is YamlMappingNode ? "a mapping" : "a list")}, and must be {key.Wanted}");
                break;
        }
    }
}
