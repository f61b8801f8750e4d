using DbIngest.Clusters.Hosts;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// Brings certificates into containers. <see cref="ComposeFile"/> and <c>KubernetesFile</c> take mounts and entry point from
/// here, <c>RunContainer</c> the entry point. <c>ComposeProvider</c> and <c>KubernetesProvider</c> call <see cref="Check"/>
/// before they create anything. The administrator's key must never enter a container.
/// </summary>
/// <remarks>
/// The container cannot change owner and mode of the mounted files, but a server demands a key that only its account can read. A
/// shell script therefore copies the files, runs the preparation of the recipe, gives the copies to the account if it runs as
/// root, and then executes the image's entry point in its place.
/// </remarks>
internal static class ContainerTls
{
    /// <summary>The mount point of the files in the container.</summary>
    public const string Mount = "/tls";

    /// <summary>
    /// The files to mount in every node, by their names in the container. Empty without TLS. The administrator's files must never
    /// be among them.
    /// </summary>
    public static IReadOnlyList<(string Name, string File)> Files(Deployment deployment) => deployment.Tls is not { } tls ? [] :
    [
        (Path.GetFileName(CertificateNames.Authority), tls.Authority),
        (Path.GetFileName(CertificateNames.Certificate), tls.Certificate),
        (Path.GetFileName(CertificateNames.Key), tls.Key),
    ];

    /// <summary>
    /// The entry point that replaces the image's. The command of the node follows it. Empty if there are neither certificates to
    /// copy nor files to prepare.
    /// </summary>
    /// <param name="deployment">The deployment, as its checked file describes it.</param>
    /// <param name="recipe">The container recipe of its database.</param>
    /// <param name="beginsAsUser">
    /// True when the container starts under <see cref="ContainerRecipe.UserId"/> instead of root, so that the copies need no
    /// other owner.
    /// </param>
    public static IReadOnlyList<string> Entry(Deployment deployment, ContainerRecipe recipe, bool beginsAsUser = false)
    {
        string? prepare = (beginsAsUser ? recipe.PrepareAsUser : null) + recipe.Prepare(deployment) is { Length: > 0 } words
            ? words : null;
        if (deployment.Tls is null && prepare is null)
        {
            return [];
        }

        const string folder = ContainerRecipe.CertificateFolder;
        string copy = deployment.Tls is null ? string.Empty
            : $"(umask 077; mkdir -p {folder} && cp {Mount}/* {folder}/) || exit 1\n";
        string own = deployment.Tls is null || beginsAsUser ? string.Empty : $"chown -R {recipe.Account} {folder} || exit 1\n";
        return ["sh", "-c", $"{copy}{prepare}{own}exec {recipe.EntryPoint} \"$@\"", "sh"];
    }

    /// <summary>
    /// Checks that every certificate and key file of a deployment can be read, the administrator's included. The compose and
    /// Kubernetes providers call it before they create anything.
    /// </summary>
    /// <exception cref="ClusterException">A file cannot be read, or is not in PEM form.</exception>
    public static void Check(Deployment deployment)
    {
        foreach (string file in deployment.Tls?.Files ?? [])
        {
            PemFiles.Read(file);
        }
    }
}
