using System.Globalization;

namespace DbIngest.Clusters.Files;

/// <summary>
/// Collects the errors of one deployment file with their line numbers. <see cref="DeploymentFile"/> creates one per file and
/// throws all errors together, so that the user sees them at once.
/// </summary>
/// <param name="file">The path as the user wrote it.</param>
internal sealed class FileFaults(string file)
{
    private readonly List<(long Line, string Message)> _found = [];

    /// <summary>True when an error was added.</summary>
    public bool Any => _found.Count > 0;

    /// <summary>Adds an error.</summary>
    /// <param name="line">Line number, from 1.</param>
    /// <param name="key">The path of the key, for example <c>tls.key</c>.</param>
    /// <param name="what">The error and its remedy, without a full stop.</param>
    public void Add(long line, string key, string what) =>
        _found.Add((line, string.Create(CultureInfo.InvariantCulture, $"{file}:{line}: {key}: {what}.")));

    /// <summary>Throws if an error was added.</summary>
    /// <exception cref="DeploymentException">One message per error, in the order of lines.</exception>
    public void ThrowIfAny()
    {
        if (_found.Count > 0)
        {
            throw new DeploymentException([.. _found.OrderBy(fault => fault.Line).Select(fault => fault.Message)]);
        }
    }
}
