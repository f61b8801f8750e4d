namespace DbIngest.Sources.Tests;

/// <summary>A folder that is gone after the test.</summary>
internal sealed class TempFolder : IDisposable
{
    public TempFolder() => Directory.CreateDirectory(Path);

    public string Path { get; } = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"dbingest-sources-{Guid.NewGuid():n}");

    public string Write(string name, ReadOnlySpan<byte> content)
    {
        string path = System.IO.Path.Combine(Path, name);
        File.WriteAllBytes(path, content);
        return path;
    }

    public string Write(string name, string content) => Write(name, System.Text.Encoding.UTF8.GetBytes(content));

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
