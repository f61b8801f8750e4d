using System.Text.Json;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.States;

/// <summary>
/// The state file <c>NAME.state.json</c> beside a deployment file, locked while this object lives so that one command at a
/// time changes a deployment. <see cref="Cluster"/> opens it for every command that changes something, and does not wait for
/// the lock: a second command fails at once. Reading alone needs no lock. Each write replaces the file atomically, so that a
/// killed command leaves the old state or the new one.
/// </summary>
internal sealed class StateFile : IDisposable
{
    private readonly FileStream _lock;

    private StateFile(string path, FileStream held) => (Path, _lock) = (path, held);

    /// <summary>The path of the state file.</summary>
    public string Path { get; }

    /// <summary>The path of the state file of a deployment file.</summary>
    public static string PathOf(string deploymentFile) =>
        System.IO.Path.ChangeExtension(System.IO.Path.GetFullPath(deploymentFile), ".state.json");

    /// <summary>Locks the state file.</summary>
    /// <param name="deploymentFile">The path of the deployment file.</param>
    /// <exception cref="ClusterException">Another command holds the lock, or the folder is not writable.</exception>
    public static StateFile Open(string deploymentFile)
    {
        string path = PathOf(deploymentFile);
        string held = System.IO.Path.ChangeExtension(path, ".lock");
        try
        {
            return new StateFile(path,
                new FileStream(held, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose));
        }
        catch (Exception exception) when (exception is UnauthorizedAccessException
            || (exception is IOException && !File.Exists(held)))
        {
            throw new ClusterException(
                $"{held} cannot be created ({exception.Message.TrimEnd('.')}): the state file is written beside the deployment "
                + $"file; copy that to a folder in which you may write.", exception);
        }
        catch (IOException exception)
        {
            throw new ClusterException(
                $"Another command works on this deployment ({held} is locked: {exception.Message.TrimEnd('.')}); wait for it "
                + $"to end.", exception);
        }
    }

    /// <summary>Reads the state.</summary>
    /// <returns>The state; null when <c>cluster up</c> has created nothing.</returns>
    /// <exception cref="DeploymentException">The file is damaged, or of another version.</exception>
    public ClusterState? Read() => Read(Path);

    /// <summary>Reads a state file without locking it.</summary>
    /// <param name="path">The path of the state file.</param>
    /// <exception cref="DeploymentException">The file is damaged, or of another version.</exception>
    public static ClusterState? Read(string path)
    {
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllText(path), ClusterJson.Default.ClusterState)
                : null;
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new DeploymentException(
                $"{path}: it is damaged or of another version ({exception.Message.TrimEnd('.')}); stop the nodes that it "
                + $"lists by hand, and delete it.");
        }
    }

    /// <summary>Replaces the state atomically and flushes it to disk.</summary>
    public void Write(ClusterState state)
    {
        string next = Path + ".new";
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        File.Delete(next);
        using (var stream = new FileStream(next, options))
        {
            JsonSerializer.Serialize(stream, state, ClusterJson.Default.ClusterState);
            stream.Flush(flushToDisk: true);
        }

        File.Move(next, Path, overwrite: true);
    }

    /// <summary>Deletes the state, once nothing is left of the deployment.</summary>
    public void Remove()
    {
        File.Delete(Path);
        File.Delete(Path + ".new");
    }

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();
}
