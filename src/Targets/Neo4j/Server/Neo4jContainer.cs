using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>
/// Declares how Neo4j runs in a container of the vendor's image. <see cref="Neo4jDefinition"/> hands it to
/// <c>DeploymentCatalog</c>. The server requires no login (<c>NEO4J_AUTH=none</c>), so the network must be trusted. This class
/// starts nothing itself.
/// </summary>
internal static class Neo4jContainer
{
    /// <summary>The recipes for the catalogue.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Container = new()
        {
            Database = "neo4j",
            UserId = 7474,
            Image = "neo4j:{0}",
            PinnedImage = "docker.io/library/neo4j:5.26.6",
            Port = 7687,
            DataFolder = "/data",
            EntryPoint = "tini -g -- /startup/docker-entrypoint.sh",
            OwnCommand = ["neo4j"],
            Settings = new(
                EndpointOption.Size("heap", "Java's heap"), EndpointOption.Size("page_cache", "`server.memory.pagecache.size`")),
            Health = (_, _) => "bash -c 'exec 3<>/dev/tcp/127.0.0.1/7687'",
            Endpoint = (_, nodes) => $"bolt://{ContainerRecipe.Hosts(nodes, 7687)}",
            Environment = (deployment, _) =>
            [
                ("NEO4J_AUTH", "none"),
                ("NEO4J_server_memory_heap_max__size", EndpointOption.WithUnit(deployment.Setting("heap") ?? "512M")),
                ("NEO4J_server_memory_pagecache_size", EndpointOption.WithUnit(deployment.Setting("page_cache") ?? "512M")),
            ],
        },
    };
}
