using System.Globalization;

namespace DbIngest.Clusters.Files;

/// <summary>What is wrong with a file, line by line.</summary>
/// <param name="file">The file, as the user named it.</param>
internal sealed class FileFaults(string file)
{
    private readonly List<(long Line, string Message)> _found = [];

    /// <summary>Whether there are some.</summary>
    public bool Any => _found.Count > 0;

    /// <summary>Adds a fault.</summary>
    /// <param name="line">The line, from 1.</param>
    /// <param name="key">The key.</param>
    /// <param name="what">What is wrong, and the remedy; a sentence without its end.</param>
    public void Add(long line, string key, string what) => _found.Add((line, string.Create(CultureInfo.InvariantCulture, $"{file}:{line}: {key}: {what}.")));

    /// <summary>Throws when there are some.</summary>
    /// <exception cref="DeploymentException">With one message a fault, in the order of the file.</exception>
    public void ThrowIfAny()
    {
        if (_found.Count > 0)
        {
            throw new DeploymentException([.. _found.OrderBy(fault => fault.Line).Select(fault => fault.Message)]);
        }
    }
}
