using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Model;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// How certificates get into containers. They are mounted, as files of whoever made them; a server wants its key for itself. So a shell copies them for the server's account, prepares what else has to be, and
/// becomes what the image starts.
/// </summary>
internal static class ContainerTls
{
    /// <summary>Where the files are mounted, in the container.</summary>
    public const string Mount = "/tls";

    /// <summary>Where the server has them, in the container.</summary>
    public const string Folder = "/certs";

    /// <summary>The files that every node has, by their names in the container. The administrator's are not among them.</summary>
    /// <param name="deployment">The deployment.</param>
    public static IReadOnlyList<(string Name, string File)> Files(Deployment deployment) => deployment.Tls is not { } tls ? [] :
    [
        (Path.GetFileName(ServerFiles.Authority), tls.Authority), (Path.GetFileName(ServerFiles.Certificate), tls.Certificate), (Path.GetFileName(ServerFiles.Key), tls.Key),
    ];

    /// <summary>What is started in place of what the image starts, with its command behind; nothing where the image is started as it is.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="recipe">How its database runs in containers.</param>
    /// <param name="beginsAsUser">Whether the container begins as the server's account, and not as root.</param>
    public static IReadOnlyList<string> Entry(Deployment deployment, ContainerRecipe recipe, bool beginsAsUser = false)
    {
        string? prepare = (beginsAsUser ? recipe.PrepareAsUser : null) + recipe.Prepare(deployment) is { Length: > 0 } words ? words : null;
        if (deployment.Tls is null && prepare is null)
        {
            return [];
        }

        string copy = deployment.Tls is null ? string.Empty : $"(umask 077; mkdir -p {Folder} && cp {Mount}/* {Folder}/) || exit 1\n";
        string own = deployment.Tls is null || beginsAsUser ? string.Empty : $"chown -R {recipe.Account} {Folder} || exit 1\n";
        return ["sh", "-c", $"{copy}{prepare}{own}exec {recipe.EntryPoint} \"$@\"", "sh"];
    }

    /// <summary>Looks whether the files are there, before anything is made.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <exception cref="ClusterException">One cannot be read, or is not in PEM form.</exception>
    public static void Check(Deployment deployment)
    {
        foreach (string file in deployment.Tls?.Files ?? [])
        {
            TlsFiles.Read(file);
        }
    }
}
